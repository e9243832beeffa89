import type { Minor } from '@remis/domain/kit/money'
import type { Kysely } from 'kysely'
import type { Tables } from '../platform/database/schema.ts'
import { selectBalances } from './ledger-store.ts'

/** Balances in minor units; who has no wallet row yet has 0. Other features ask here, never the table. */
export const readBalances = async (db: Kysely<Tables>, users: readonly string[]): Promise<(user: string) => Minor> => {
  const balances = await selectBalances(db, users)
  return (user) => balances.get(user) ?? 0
}

export const readBalance = async (db: Kysely<Tables>, user: string): Promise<Minor> =>
  (await readBalances(db, [user]))(user)
