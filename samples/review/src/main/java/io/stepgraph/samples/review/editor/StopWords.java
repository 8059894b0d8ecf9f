package io.stepgraph.samples.review.editor;

import java.util.List;
import java.util.Set;

/** English words that say nothing about the subject of a text. */
final class StopWords {

    private static final Set<String> WORDS = Set.copyOf(List.of("""
        a about above across after afterwards again against ago all almost alone along already also although always
        am among an and another any anyone anything anywhere are around as at away back be became because become
        becomes been before behind being below beside besides best better between beyond both but by came can
        cannot come comes coming could did do does doing done down during each early either else end enough even
        ever every everyone everything everywhere far few fewer first five for former four from further gave get
        gets getting give given gives go goes going gone good got great had half has have having he hence her here
        hers herself him himself his how however i if in indeed inside instead into is it its itself just keep
        kept kind know known knows large last late later latter least left less let like likely little long look
        looked lot made mainly make makes making man many may me mean men merely might mine more moreover most
        mostly much must my myself near nearly need needed neither never nevertheless new next nine no nobody none
        nor not nothing now nowhere of off often old on once one ones only onto or other others otherwise our ours
        out outside over own part people per perhaps put quite rather really right said same saw say says second
        see seem seemed seems seen set seven several shall she should side since six small so some somebody someone
        something sometimes somewhere soon still such take taken takes ten than that the their theirs them
        themselves then there therefore these they thing things third this those though three through throughout
        thus till time times to together too took toward towards turn turned twice two under until up upon us use
        used using usually very want wanted was way ways we well went were what whatever when whenever where
        whereas wherever whether which while who whoever whole whom whose why will with within without woman women
        work would year years yes yet you your yours yourself
        dozen eight eighteen eighty eleven fifteen fifty forty hundred million nineteen ninety seventy sixteen sixty
        thirteen thirty thousand twelve twenty zero
        didn't don't doesn't can't couldn't wouldn't won't isn't aren't wasn't weren't hasn't haven't hadn't it's
        i'm i've i'll he's she's they're we're we've you're that's there's what's
        """.strip().split("\\s+")));

    private StopWords() {}

    static boolean contains(String word) {
        return WORDS.contains(word);
    }
}
