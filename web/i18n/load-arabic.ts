import { interfaceTexts } from './arabic.ts'
import { moneyTexts } from './arabic-money.ts'
import { pageTexts } from './arabic-pages.ts'
import { tripTexts } from './arabic-trips.ts'

/** Arabic with its letters: one chunk that only its readers load. */
export const arabic: Readonly<Record<string, string>> = { ...interfaceTexts, ...pageTexts, ...tripTexts, ...moneyTexts }
