'use strict';

// Shows what has changed, every two seconds. Questions stay while somebody fills in a form of theirs.

const isTouched = section => section.contains(document.activeElement)
    || [...section.querySelectorAll('form')].some(form => [...form.elements].some(field =>
        field.type === 'checkbox' ? field.checked !== field.defaultChecked
            : field.tagName === 'SELECT' ? ![...field.options].every(option => option.selected === option.defaultSelected || option.index === 0)
                : field.value !== field.defaultValue));

async function refresh() {
    const response = await fetch('/', {redirect: 'error'}).catch(() => null);
    if (!response || !response.ok) {
        return; // tried again later
    }
    const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
    for (const id of ['claims', 'questions']) {
        const shown = document.getElementById(id);
        const drawn = fresh.getElementById(id);
        if (shown && drawn && !isTouched(shown)) {
            shown.replaceWith(drawn);
        }
    }
}

setInterval(refresh, 2000);
