'use strict';

const TOKEN = 'refund-token';
const REFRESH = 2000;

const page = id => document.getElementById(id);
let me = null;
let session = new AbortController(); // ends the calls of a person who signs out
let chosen = null; // the id of the ticket that is shown
let watching = null; // stops the events of that ticket
let lists = {};

async function call(path, options = {}) {
    const response = await fetch(path, {
        signal: session.signal,
        ...options,
        headers: {...options.headers, Authorization: `Bearer ${sessionStorage.getItem(TOKEN)}`},
    });
    if (!response.ok) {
        const body = await response.json().catch(() => ({problem: response.statusText}));
        throw Object.assign(new Error(body.problem), {status: response.status});
    }
    return response;
}

const read = async path => (await call(path)).json();
const post = (path, body) => call(path, {method: 'POST', body: JSON.stringify(body)});

function tell(problem) {
    page('problem').textContent = problem || '';
    page('problem').hidden = !problem;
}

async function guarded(work) {
    try {
        await work();
        tell(null);
    } catch (problem) {
        if (problem.name === 'AbortError') {
            return;
        }
        if (problem.status === 401) {
            forget();
        }
        tell(problem.message);
    }
}

const time = text => new Date(text).toLocaleString([], {dateStyle: 'medium', timeStyle: 'medium'});

// ---- Lists

// Draws a list only when it has changed, so that nobody loses what they type.
function isNew(name, values) {
    const text = JSON.stringify(values);
    const changed = lists[name] !== text;
    lists[name] = text;
    return changed;
}

async function showTickets() {
    const tickets = await read('/api/tickets');
    if (!isNew('tickets', [tickets, chosen])) {
        return;
    }
    page('no-tickets').hidden = tickets.length > 0;
    page('tickets').replaceChildren(...tickets.map(ticket => {
        const button = element('button', {type: 'button', 'data-id': ticket.id, class: ticket.id === chosen ? 'line chosen' : 'line'},
            element('span', {class: 'subject'}, ticket.subject),
            element('span', {class: 'hint'}, me.isStaff ? `${ticket.id}, ${ticket.customer}` : ticket.id),
            element('span', {class: `state ${ticket.state}`}, ticket.state));
        button.addEventListener('click', () => choose(ticket.id));
        return element('li', {}, button);
    }));
}

async function showMails() {
    const mails = await read('/api/mails');
    if (!isNew('mails', mails)) {
        return;
    }
    page('no-mails').hidden = mails.length > 0;
    page('mails').replaceChildren(...mails.reverse().map(mail => element('li', {},
        element('details', {},
            element('summary', {}, mail.subject, element('span', {class: 'hint'}, ` to ${mail.to}`)),
            element('pre', {}, mail.text)))));
}

async function showQuestions() {
    const questions = await read('/api/questions');
    if (!isNew('questions', questions)) {
        return;
    }
    page('open-count').textContent = questions.length || '';
    page('no-approvals').hidden = questions.length > 0;
    page('questions').replaceChildren(...questions.map((item, i) => questionCard(item, i)));
}

function questionCard(item, number) {
    const asked = item.question;
    const facts = [
        ['Order', `${asked.payment.order}, ${asked.item}`],
        ['Amount', money(asked.payment.amount)],
        ['Reason', asked.reason],
        ['Risk', asked.risk],
        ['Expires', item.expiresAt ? time(item.expiresAt) : 'never'],
        ['May be answered', item.answerers],
    ];
    const open = element('button', {type: 'button', class: 'quiet'}, `Show ${item.run}`);
    open.addEventListener('click', () => choose(item.run));
    const card = element('article', {class: 'question', 'data-run': item.run},
        element('h3', {}, asked.text),
        element('dl', {}, ...facts.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)])),
        open);
    card.append(!item.mayAnswer
        ? element('p', {class: 'hint'}, 'Somebody else answers this.')
        : answerForm(item.form, `q${number}`, answer => guarded(async () => {
            await post('/api/answers', {ticket: item.ticket, answer});
            await refresh();
        })));
    return card;
}

const money = amount => `${(amount.cents / 100).toFixed(2)} ${amount.currency}`;

// ---- One ticket

async function choose(id) {
    if (watching) {
        watching.abort();
    }
    chosen = id;
    watching = new AbortController();
    page('events').replaceChildren();
    page('none-chosen').hidden = true;
    page('chosen').hidden = false;
    await guarded(async () => {
        await Promise.all([showTicket(), showTickets()]);
        watch(id, watching.signal);
    });
}

async function showTicket() {
    const id = chosen;
    const [ticket, drawing] = await Promise.all([
        read(`/api/tickets/${encodeURIComponent(id)}`),
        call(`/api/tickets/${encodeURIComponent(id)}/graph`).then(response => response.text()),
    ]);
    if (id !== chosen) {
        return;
    }
    page('ticket-id').textContent = ticket.id;
    page('ticket-state').textContent = ticket.status.state;
    page('ticket-state').className = `state ${ticket.status.state}`;
    page('ticket-text').textContent = ticket.text;
    page('ticket-customer').textContent = me.isStaff ? `Posted by ${ticket.customer}` : '';
    page('status-text').textContent = ticket.status.text;
    page('awaited').hidden = !ticket.status.awaits;
    page('status-awaits').textContent = ticket.status.awaits || '';
    page('status-from').textContent = ticket.status.from || '';
    page('status-until').textContent = ticket.status.until ? time(ticket.status.until) : 'in a moment';
    page('retry').hidden = !ticket.mayRetry;
    const svg = new DOMParser().parseFromString(drawing, 'image/svg+xml').documentElement;
    svg.setAttribute('data-step', ticket.step);
    svg.setAttribute('role', 'img');
    page('graph').replaceChildren(document.importNode(svg, true));
    const here = page('graph').querySelector('[stroke-width="4"]');
    if (here) {
        const frame = page('graph').getBoundingClientRect();
        const place = here.getBoundingClientRect();
        page('graph').scrollLeft = place.left - frame.left - (frame.width - place.width) / 2;
    }
}

// Follows the events of a run. The header with the token is why this is no EventSource.
async function watch(id, signal) {
    let last = null;
    while (!signal.aborted) {
        try {
            const response = await call(`/api/tickets/${encodeURIComponent(id)}/events`, {
                signal,
                headers: {Accept: 'text/event-stream', ...(last && {'Last-Event-ID': last})},
            });
            page('live').textContent = 'live';
            for await (const event of eventsOf(response)) {
                if (event.name === 'over') {
                    page('live').textContent = '';
                    await guarded(refresh);
                    return;
                }
                last = event.id || last;
                addEvent(JSON.parse(event.data));
                soon();
            }
        } catch (broken) {
            if (signal.aborted) {
                return;
            }
        }
        page('live').textContent = 'connecting';
        await new Promise(done => setTimeout(done, 1000));
    }
}

async function* eventsOf(response) {
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
        text += part.value;
        const blocks = text.split('\n\n');
        text = blocks.pop();
        for (const block of blocks) {
            const event = {name: 'message', id: null, data: ''};
            for (const line of block.split('\n')) {
                const [, field, value] = /^(event|id|data): ?(.*)$/.exec(line) || [];
                if (field === 'event') event.name = value;
                if (field === 'id') event.id = value;
                if (field === 'data') event.data += value;
            }
            if (event.data) {
                yield event;
            }
        }
    }
}

function addEvent(event) {
    page('events').append(element('li', {class: event.kind},
        element('time', {datetime: event.at}, new Date(event.at).toLocaleTimeString()),
        element('span', {}, event.text)));
}

let due = null;

// Many events come at once; the page is drawn once for them.
function soon() {
    due = due || setTimeout(() => {
        due = null;
        guarded(refresh);
    }, 150);
}

async function refresh() {
    if (!me) {
        return;
    }
    await Promise.all([
        showTickets(),
        showMails(),
        me.isStaff ? showQuestions() : null,
        chosen ? showTicket() : null,
    ]);
}

// ---- Sign in and out

async function signIn() {
    me = await read('/api/me');
    page('who').textContent = `${me.name}, ${me.roles} of ${me.tenant}`;
    page('sign-in').hidden = true;
    page('desk').hidden = false;
    page('sign-out').hidden = false;
    page('approvals').hidden = !me.isStaff;
    await refresh();
}

// Nothing of a person stays on the page, and nothing comes later.
function forget() {
    sessionStorage.removeItem(TOKEN);
    session.abort();
    session = new AbortController();
    if (watching) {
        watching.abort();
    }
    me = chosen = watching = null;
    lists = {};
    for (const id of ['who', 'questions', 'tickets', 'mails', 'events', 'graph']) {
        page(id).replaceChildren();
    }
    page('sign-in').hidden = false;
    page('desk').hidden = true;
    page('sign-out').hidden = true;
    page('none-chosen').hidden = false;
    page('chosen').hidden = true;
}

page('sign-in').querySelector('form').addEventListener('submit', event => {
    event.preventDefault();
    sessionStorage.setItem(TOKEN, page('token').value.trim());
    page('token').value = '';
    guarded(signIn);
});
page('sign-out').addEventListener('click', () => {
    forget();
    tell(null);
});
page('post').addEventListener('submit', event => {
    event.preventDefault();
    guarded(async () => {
        const posted = await (await post('/api/tickets', {text: page('text').value})).json();
        page('text').value = '';
        await choose(posted.id);
    });
});
page('retry').addEventListener('click', () => guarded(async () => {
    await post(`/api/tickets/${encodeURIComponent(chosen)}/retry`, {});
    await choose(chosen);
}));
setInterval(() => me && !document.hidden && guarded(refresh), REFRESH);
if (sessionStorage.getItem(TOKEN)) {
    guarded(signIn);
}
