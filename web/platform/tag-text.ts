import { i18n } from './i18n.ts'

/** A tag of a rating in the reader's language; one that this version does not know as it is. */
export const tagText = (tag: string): string => (i18n.exists(`tag_${tag}`) ? i18n.t(`tag_${tag}` as 'tag_clean') : tag)
