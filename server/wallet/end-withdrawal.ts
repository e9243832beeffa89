import { exponentOf } from '@remis/domain/kit/currency'
import { toMajor } from '@remis/domain/kit/money'
import { AppError } from '@remis/domain/messages/app-error'
import { withdrawalPaid, withdrawalRejected } from '@remis/domain/wallet/postings'
import type { withdrawalsApi, WithdrawalView } from '@remis/domain/wallet/withdrawals-api'
import { addAudit } from '../platform/database/audit.ts'
import type { Tx } from '../platform/database/database.ts'
import { nowMs } from '../platform/database/db-clock.ts'
import type { CommittedRefusal, Person, UseCase } from '../platform/http/use-case.ts'
import { reportWaiting } from '../platform/live/office-waiting.ts'
import { post } from './post.ts'
import { viewWithdrawal } from './view-withdrawal.ts'
import type { WalletDeps } from './wallet-deps.ts'
import { lockWithdrawal, selectWithdrawal, settleWithdrawal } from './withdrawal-store.ts'

interface EndCall {
  readonly who: Person
  readonly address: string
  readonly params: { readonly id: string }
  commit<T extends { withdrawal: WithdrawalView }>(work: (tx: Tx) => Promise<T | CommittedRefusal>): Promise<T>
}

/**
 * Processes an open withdrawal, or rejects it and returns its amount to the wallet. Request, posting, audit row and
 * notice are one commit [design/money-30]. 409 when it has ended already, and while its bank account is too new
 * [design/money-47].
 */
const endWithdrawal = async (
  app: WalletDeps,
  call: EndCall,
  rejected: { readonly reason: string } | null,
): Promise<{ withdrawal: WithdrawalView }> => {
  const settings = await app.settings.current()
  const { id } = call.params
  return call.commit(async (tx) => {
    const row = await lockWithdrawal(tx, id)
    if (row === undefined) throw new AppError(404, 'not_found')
    await app.failpoint.at('withdrawal.locked')
    const at = await nowMs(tx)
    if (rejected === null && row.not_before !== null && row.not_before > at)
      throw new AppError(409, 'withdrawal_waits', { extra: { from: row.not_before } })
    if (!(await settleWithdrawal(tx, id, { at, by: call.who.id, rejected })))
      throw new AppError(409, 'withdrawal_settled')
    const posting = rejected === null ? withdrawalPaid(row.amount, id) : withdrawalRejected(row.user_id, row.amount, id)
    await post(tx, [posting], { actorId: call.who.id, currency: row.currency })
    await addAudit(tx, {
      actor: call.who,
      address: call.address,
      action: rejected === null ? 'withdrawal.process' : 'withdrawal.reject',
      subject: `withdrawal:${id}`,
      data: { amount: row.amount, ...rejected },
    })
    await reportWaiting(tx, 'withdrawals')
    const amount = toMajor(row.amount, exponentOf(row.currency))
    await app.notify(tx, [
      {
        user: row.user_id,
        screen: 'wallet',
        bookingId: null,
        ...(rejected === null
          ? { message: 'notice_withdrawal_paid', params: { amount } }
          : { message: 'notice_withdrawal_rejected', params: { amount, reason: rejected.reason } }),
      },
    ])
    return { withdrawal: viewWithdrawal(await selectWithdrawal(tx, id), settings, call.who) }
  })
}

/** The money was paid out by bank [wallet-14]. */
export const processWithdrawal: UseCase<WalletDeps, typeof withdrawalsApi.process> = (app, call) =>
  endWithdrawal(app, call, null)

/** Rejects a withdrawal with a reason that the person gets; the money is returned [wallet-15]. */
export const rejectWithdrawal: UseCase<WalletDeps, typeof withdrawalsApi.reject> = async (app, call) => {
  const reason = call.body.reason.trim()
  if (reason === '') throw new AppError(422, 'reject_reason_missing', { fields: { reason: 'missing' } })
  return endWithdrawal(app, call, { reason })
}
