/** https://www.w3.org/International/questions/qa-scripts: the right-to-left languages that people read on screens. */
const rightToLeft = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** Which way a language is written; `code` may name a region too ("ar-EG"). */
export const directionOf = (code: string): 'ltr' | 'rtl' => (rightToLeft.has(code.split('-')[0] ?? '') ? 'rtl' : 'ltr')
