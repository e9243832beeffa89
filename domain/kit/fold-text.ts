/** Accents, and vowel points of right-to-left scripts. Marks of other scripts, such as Hindi vowels, are letters. */
const marks =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]/g

/**
 * A text for searches, without case and accents; `fold_text` of the database gives the same. Locale-independent case
 * folding, since the language of names and searches is unknown: the dotless ı of Turkish counts as i.
 */
export const foldText = (text: string): string =>
  text.normalize('NFD').replace(marks, '').toLowerCase().replaceAll('ı', 'i').replaceAll('ς', 'σ')
