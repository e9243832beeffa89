import formMessages from '../texts/en/form-messages.json' with { type: 'json' }
import otherMessages from '../texts/en/messages.json' with { type: 'json' }

/**
 * English text of every message key: the keys of docs/product/messages.md and our own. The messages of the booking form
 * are in a file that a visitor's first page loads.
 */
export const messages = { ...formMessages, ...otherMessages }

export type MessageKey = keyof typeof messages
