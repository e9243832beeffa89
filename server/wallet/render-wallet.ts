import { exponentOf } from '@remis/domain/kit/currency'
import { toMajor } from '@remis/domain/kit/money'
import type { LiveEvents } from '@remis/domain/live/live-events'
import type { SettingsKeeper } from '../backoffice/settings-keeper.ts'
import type { Platform } from '../platform/use-case.ts'
import { readBalance } from './read-balance.ts'

/** The wallet as its owner sees it now, in major units; null for everybody else. */
export const renderWallet = async (
  app: Pick<Platform, 'db'> & { readonly settings: SettingsKeeper },
  user: string,
  viewer: { readonly id: string },
): Promise<LiveEvents['wallet'] | null> => {
  if (user !== viewer.id) return null
  const { code } = await app.settings.current()
  return { balance: toMajor(await readBalance(app.db.jobs, user), exponentOf(code)), currency: code }
}
