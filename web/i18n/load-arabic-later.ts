import { followingTexts } from './arabic-later.ts'
import { moneyTexts } from './arabic-money.ts'
import { pageTexts } from './arabic-pages.ts'
import { tripTexts } from './arabic-trips.ts'

/** Arabic of all that follows the first page. */
export const laterArabic: Readonly<Record<string, string>> = {
  ...followingTexts,
  ...pageTexts,
  ...tripTexts,
  ...moneyTexts,
}
