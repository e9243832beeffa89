import { exponentOf } from '@remis/domain/kit/currency'
import { toMajor } from '@remis/domain/kit/money'
import type { LiveEvents } from '@remis/domain/live/live-events'
import type { SettingsCache } from '../backoffice/settings/settings-cache.ts'
import { batch } from '../platform/database/batch.ts'
import type { Platform } from '../platform/http/use-case.ts'
import { listBalances } from './balances.ts'

/** The wallet of a live event in major units for its owner; null for other viewers. */
export const renderWallets = ({ db, settings }: Pick<Platform, 'db'> & { readonly settings: SettingsCache }) => {
  const find = batch(async (users: readonly string[]) => {
    const balance = await listBalances(db.live, [...new Set(users)])
    return users.map((user) => balance(user))
  })
  return async (user: string, viewer: { readonly id: string }): Promise<LiveEvents['wallet'] | null> => {
    if (user !== viewer.id) return null
    const { code } = await settings.current()
    return { balance: toMajor(await find(user), exponentOf(code)), currency: code }
  }
}
