/**
 * A text for searches: without case and accents. Case is that of no language, since neither the language of a name nor
 * that of what is typed is known; so the dotless ı of Turkish counts as i.
 */
export const foldText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ı', 'i')
