/** Short forms and their long forms, applied to names and queries alike. */
const SHORT: Readonly<Record<string, string>> = {
  // Spanish
  av: 'avenida', avda: 'avenida', ave: 'avenida', bv: 'bulevar', bvar: 'bulevar', blvr: 'bulevar', boulevard: 'bulevar',
  blvd: 'bulevar', bulv: 'bulevar', br: 'bulevar', cno: 'camino', rbla: 'rambla', rmbla: 'rambla', pje: 'pasaje', psje: 'pasaje', pza: 'plaza',
  pl: 'plaza', plza: 'plaza', ctra: 'carretera', dr: 'doctor', dra: 'doctora', gral: 'general', ing: 'ingeniero', cnel: 'coronel',
  cap: 'capitan', tte: 'teniente', pte: 'presidente', pdte: 'presidente', prof: 'profesor', arq: 'arquitecto', mcal: 'mariscal',
  brig: 'brigadier', cte: 'comandante', alte: 'almirante', hosp: 'hospital', hno: 'hermano', sta: 'santa', sto: 'santo', gob: 'gobernador',
  univ: 'universidad', fac: 'facultad', aerop: 'aeropuerto', term: 'terminal', shop: 'shopping', esc: 'escuela', rep: 'republica', mvd: 'montevideo', mdeo: 'montevideo',
  // Portuguese
  rua: 'rua', r: 'rua', trav: 'travessa', tv: 'travessa', lg: 'largo', pca: 'praca', eng: 'engenheiro', alam: 'alameda',
  // English
  rd: 'road', ln: 'lane', sq: 'square', hwy: 'highway', dept: 'department',
  // German
  str: 'strasse',
} // prettier-ignore

/** Words for the kind of place, and joining words: a match raises the score but is never required. */
const WEAK = new Set([
  'calle', 'avenida', 'bulevar', 'camino', 'pasaje', 'rambla', 'ruta', 'plaza', 'rua', 'praca', 'largo', 'travessa', 'street', 'road', 'strasse',
  'de', 'del', 'la', 'las', 'el', 'los', 'y', 'e', 'da', 'do', 'dos', 'das', 'the', 'of', 'doctor', 'general', 'ingeniero', 'doctora',
]) // prettier-ignore

export const isWeak = (word: string): boolean => WEAK.has(word)

/** The long form of a short form; undefined for any other word. */
export const longForm = (word: string): string | undefined => {
  const long = Object.hasOwn(SHORT, word) ? SHORT[word] : undefined
  return long === word ? undefined : long
}

/** Lower case, without marks and punctuation, single spaces; short forms unchanged. */
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    // "Av.Italia" are two words, "S.A." is one.
    .replaceAll(/(\p{L}{2,})\.(?=\p{L})/gu, '$1 ')
    .replaceAll(/['’`´.]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** `plain` with every short form written out. */
export const normalise = (text: string): string =>
  // The dot ends a short form ("Av.Italia"): take it for a space before it is dropped.
  plain(text.replaceAll('.', '. '))
    .split(' ')
    .map((word) => longForm(word) ?? word)
    .join(' ')
