'use strict';

// Makes a form from the JSON Schema that the store keeps with a question: a choice of the kind of answer, and a field for each
// property of the chosen kind.

function element(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        if (value !== null && value !== undefined) {
            made.setAttribute(key, value);
        }
    }
    made.append(...children); // texts become text nodes, never markup
    return made;
}

function kindsOf(schema) {
    return (schema.oneOf || [schema]).map(kind => ({
        name: kind.properties['@type'] ? kind.properties['@type'].const : null,
        fields: Object.entries(kind.properties).filter(([name]) => name !== '@type'),
    }));
}

// The schema lets each object be null; this page asks for a value.
const inner = schema => schema.anyOf ? schema.anyOf[0] : schema;

function typeOf(schema) {
    const type = inner(schema).type;
    return inner(schema).enum ? 'enum' : Array.isArray(type) ? type.find(name => name !== 'null') : type;
}

// JavaScript keeps 15 digits of a number as they were typed.
function numberField(attributes, pattern, title) {
    return element('input', {...attributes, pattern, title, inputmode: 'decimal', required: '', 'data-type': 'number'});
}

function fieldFor(name, schema, id) {
    switch (typeOf(schema)) {
        case 'boolean':
            return element('input', {id, name, type: 'checkbox', 'data-type': 'boolean'});
        case 'integer':
            return numberField({id, name}, '-?\\d{1,15}', 'A whole number of at most 15 digits');
        case 'number':
            return numberField({id, name}, '-?\\d{1,9}(\\.\\d{1,6})?', 'A number such as 12.50');
        case 'enum':
            return element('select', {id, name, 'data-type': 'text'},
                ...inner(schema).enum.filter(value => value !== null).map(value => element('option', {value}, value)));
        default:
            return element('textarea', {id, name, rows: 2, required: '', 'data-type': 'text'});
    }
}

function valueOf(field) {
    switch (field.dataset.type) {
        case 'boolean':
            return field.checked;
        case 'number':
            return Number(field.value);
        default:
            return field.value;
    }
}

function titleOf(name) {
    return name.charAt(0).toUpperCase() + name.slice(1);
}

// Calls send(answer) when the person submits.
function answerForm(schema, prefix, send) {
    const kinds = kindsOf(schema);
    const fields = element('div', {class: 'fields'});
    const form = element('form', {class: 'answer'});
    let chosen = null;

    function choose(kind) {
        chosen = kind;
        fields.replaceChildren(...kind.fields.flatMap(([name, property]) => {
            const id = `${prefix}-${name}`;
            return [element('label', {for: id}, titleOf(name)), fieldFor(name, property, id)];
        }));
        submit.disabled = false;
        submit.textContent = `Send: ${kind.name || 'answer'}`;
    }

    const submit = element('button', {type: 'submit', disabled: ''}, 'Choose an answer');
    for (const kind of kinds) {
        const id = `${prefix}-kind-${kind.name}`;
        const radio = element('input', {id, type: 'radio', name: '@type', value: kind.name});
        radio.addEventListener('change', () => choose(kind));
        form.append(element('label', {class: 'kind', for: id}, radio, ` ${kind.name}`));
    }
    form.append(fields, submit);
    form.addEventListener('submit', event => {
        event.preventDefault();
        const answer = chosen.name ? {'@type': chosen.name} : {};
        for (const field of fields.querySelectorAll('[data-type]')) {
            answer[field.name] = valueOf(field);
        }
        submit.disabled = true;
        send(answer).finally(() => { submit.disabled = false; });
    });
    return form;
}
