import type { Settings } from '@remis/domain/backoffice/settings'
import { dayAt } from '@remis/domain/kit/calendar-day'
import { exponentOf } from '@remis/domain/kit/currency'
import { toMajor } from '@remis/domain/kit/money'
import { AppError } from '@remis/domain/messages/app-error'
import { isIban } from '@remis/domain/wallet/iban'
import type { LeftBecause, PayoutView, payoutsApi } from '@remis/domain/wallet/payouts-api'
import { withdrawalPaid } from '@remis/domain/wallet/postings'
import { leftOutOfPayout } from '@remis/domain/wallet/withdrawal-checks'
import { v7 as newId } from 'uuid'
import { addAudit } from '../../platform/database/audit.ts'
import { nowMs } from '../../platform/database/db-clock.ts'
import type { Payer } from '../../platform/database/schema/wallet-tables.ts'
import type { UseCase } from '../../platform/http/use-case.ts'
import { reportWaiting } from '../../platform/live/office-waiting.ts'
import { post } from '../post.ts'
import type { WalletDeps } from '../wallet-deps.ts'
import { lockWithdrawals, processTogether } from '../withdrawal-store.ts'
import { findPayout, insertPayout, type PayoutRow } from './payout-store.ts'

type Locked = Awaited<ReturnType<typeof lockWithdrawals>>[number]

/** A payout in major units. */
export const viewPayout = (row: PayoutRow): PayoutView => ({
  id: row.id,
  at: row.at,
  madeBy: row.made_by_name,
  file: row.file,
  withdrawals: row.withdrawals,
  total: toMajor(row.total, exponentOf(row.currency)),
  currency: row.currency,
})

/** SEPA pays in euros, from an account that the settings name [design/money-52]. Throws 422. */
export const checkSepa = ({ code, payoutIban }: Pick<Settings, 'code' | 'payoutIban'>): void => {
  if (code !== 'EUR') throw new AppError(422, 'sepa_needs_euro', { fields: { file: 'the currency is not EUR' } })
  if (!isIban(payoutIban)) throw new AppError(422, 'sepa_not_set_up', { fields: { payoutIban: 'missing' } })
}

/** The payer of a payout of this moment, as the settings say now. */
export const payerOf = (settings: Settings, at: number): Payer => ({
  name: settings.CompanyName === '' ? settings.appName : settings.CompanyName,
  iban: settings.payoutIban,
  bic: settings.payoutBic,
  day: dayAt(at, settings.timezone),
})

const whyLeft = (row: Locked | undefined, file: 'csv' | 'sepa', now: number): LeftBecause | null => {
  if (row === undefined) return 'missing'
  const isOpen = row.processed_at === null && row.rejected_at === null
  return leftOutOfPayout({ isOpen, notBefore: row.not_before, bankAccount: row.bank_account }, file, now)
}

/**
 * Processes withdrawals together: their end, the payout, postings, audit rows and notices are one commit. One that
 * another admin has just ended is left out, so that no withdrawal is in two bank files [design/money-51].
 */
export const createPayout: UseCase<WalletDeps, typeof payoutsApi.create> = async (app, call) => {
  const { file } = call.body
  const ids = [...new Set(call.body.ids)]
  const settings = await app.settings.current()
  if (file === 'sepa') checkSepa(settings)
  return call.commit(async (tx) => {
    const rows = new Map((await lockWithdrawals(tx, ids)).map((row) => [row.id, row]))
    await app.failpoint.at('payout.locked')
    const at = await nowMs(tx)
    const left = ids.flatMap((id) => {
      const because = whyLeft(rows.get(id), file, at)
      return because === null ? [] : [{ id, because }]
    })
    const paid = [...rows.values()].filter(({ id }) => left.every((one) => one.id !== id))
    if (paid.length === 0) throw new AppError(409, 'payout_empty', { extra: { left } })
    const id = newId()
    const total = paid.reduce((sum, { amount }) => sum + amount, 0)
    const by = call.who
    await insertPayout(tx, {
      id,
      at: new Date(at),
      made_by: by.id,
      file,
      withdrawals: paid.length,
      total,
      currency: settings.code,
      payer: file === 'sepa' ? JSON.stringify(payerOf(settings, at)) : null,
    })
    await processTogether(
      tx,
      paid.map((row) => row.id),
      { at, by: by.id, payout: id },
    )
    const postings = paid.map((row) => withdrawalPaid(row.amount, row.id))
    await post(tx, postings, { actorId: by.id, currency: settings.code })
    for (const row of paid)
      await addAudit(tx, {
        actor: by,
        address: call.address,
        action: 'withdrawal.process',
        subject: `withdrawal:${row.id}`,
        data: { amount: row.amount, payout: id },
      })
    await app.notify(
      tx,
      paid.map((row) => ({
        user: row.user_id,
        screen: 'wallet',
        bookingId: null,
        message: 'notice_withdrawal_paid',
        params: { amount: toMajor(row.amount, exponentOf(row.currency)) },
      })),
    )
    await reportWaiting(tx, 'withdrawals')
    await app.failpoint.at('payout.before_commit')
    const made = await findPayout(tx, id)
    if (made === undefined) throw new Error(`the payout ${id} is gone`)
    return { payout: viewPayout(made), left }
  })
}
