import { firstTexts } from './arabic.ts'

/** Arabic of the first page: one chunk that only its readers load. */
export const arabic: Readonly<Record<string, string>> = firstTexts
