/**
 * A text for searches, without case and accents. Locale-independent case folding, since the language of names and
 * searches is unknown: the dotless ı of Turkish counts as i.
 */
export const foldText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ı', 'i')
