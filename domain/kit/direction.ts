/** Right-to-left languages in use on screens. Source: https://www.w3.org/International/questions/qa-scripts */
const rightToLeft = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** The writing direction of a language; `code` may have a region ("ar-EG"). */
export const directionOf = (code: string): 'ltr' | 'rtl' => (rightToLeft.has(code.split('-')[0] ?? '') ? 'rtl' : 'ltr')
