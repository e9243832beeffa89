import first from './en/first.json' with { type: 'json' }
import formMessages from './en/form-messages.json' with { type: 'json' }

/** English texts of a visitor's first page; the only ones in its script. */
export const firstTexts = { ...first, ...formMessages }
