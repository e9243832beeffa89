/**
 * Control characters except tab and line breaks, and invisible characters that reorder or hide text: embeddings,
 * overrides and isolates of direction, zero-width spaces, soft hyphens, tags and unused format characters.
 */
const hidden =
  // oxlint-disable-next-line no-misleading-character-class -- the combining grapheme joiner is meant alone
  // oxlint-disable-next-line no-misleading-character-class -- each of them alone
  /[\p{Cc}\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E0FFF}]/gu

/** Joiners are part of the spelling after a letter of these scripts and within an emoji; elsewhere they only hide. */
const strayJoiners =
  /(?<![\p{sc=Arab}\p{sc=Syrc}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])[\u200C\u200D]/gu

/** Direction marks have a meaning only in a text with letters of right-to-left scripts. */
const rightToLeft = /[\p{sc=Arab}\p{sc=Hebr}]/u
const marks = /[\u200E\u200F]/g

const breaks = /\r\n?|\u0085|\u2028|\u2029/g

/**
 * A typed text without characters that cannot be seen: one name could look like another, and one text could turn the
 * text around it. Line breaks become `\n`; tabs stay [design/accounts-63].
 */
export const cleanText = (text: string): string => {
  const plain = text
    .replace(breaks, '\n')
    .replace(hidden, (character) => (character === '\n' || character === '\t' ? character : ''))
    .replace(strayJoiners, '')
  return rightToLeft.test(plain) ? plain : plain.replace(marks, '')
}

/** `cleanText` on one line: line breaks and tabs become spaces. For names. */
export const cleanLine = (text: string): string => cleanText(text).replace(/[\n\t]+/g, ' ')

/** An optional text without spaces around it; null where nothing is left. */
export const trimmedOrNull = (text: string | null | undefined): string | null => text?.trim() || null

/** A text without the isolates around its values, which some apps show as boxes. */
export const withoutIsolates = (text: string): string => text.replace(/[\u2066-\u2069]/g, '')

/** What an outside service said, on one line and without invisible characters. */
export const cleanDetail = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').slice(0, 300)
