import { exponentOf } from '@remis/domain/kit/currency'
import { faultError } from '@remis/domain/kit/check'
import { toMajor, toMinor } from '@remis/domain/kit/money'
import { AppError } from '@remis/domain/messages/app-error'
import { pickerContact } from '@remis/domain/people/picker-contact'
import { checkCredit, creditHours, needsApproval } from '@remis/domain/wallet/credit-checks'
import type { CreditView, creditsApi } from '@remis/domain/wallet/credits-api'
import { adminCredit, reversal } from '@remis/domain/wallet/postings'
import { v7 as newId } from 'uuid'
import { isDemo } from '../../backoffice/settings/settings-cache.ts'
import { addAudit } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { nowMs } from '../../platform/database/db-clock.ts'
import { readPage } from '../../platform/database/list-page.ts'
import type { Person, UseCase } from '../../platform/http/use-case.ts'
import { reportWaiting } from '../../platform/live/office-waiting.ts'
import { listAdmins, lockWalletRole } from '../../people/find-person.ts'
import { findBalance, lockBalances } from '../balances.ts'
import { post } from '../post.ts'
import type { WalletDeps } from '../wallet-deps.ts'
import {
  countWaiting,
  creditList,
  creditRows,
  insertCredit,
  lockCredit,
  lockOwnCredits,
  ownerList,
  selectCredit,
  updateCredit,
  walletOwners,
  type CreditRow,
} from './credit-store.ts'

const viewCredit = (row: CreditRow): CreditView => ({
  id: row.id,
  user: row.user_id,
  name: row.name,
  amount: toMajor(row.amount, exponentOf(row.currency)),
  currency: row.currency,
  reason: row.reason,
  cash: row.cash,
  state: row.state,
  askedBy: row.asked_by,
  askedByName: row.asked_by_name,
  askedAt: row.asked_at,
  decidedByName: row.decided_by_name,
  decidedAt: row.decided_at,
  reversedByName: row.reversed_by_name,
  reversedAt: row.reversed_at,
  reversalReason: row.reversal_reason,
})

/**
 * The people with a wallet that can be credited [wallet-7]; in demo mode contacts are hidden and cannot be searched
 * for.
 */
export const listWalletOwners: UseCase<WalletDeps, typeof creditsApi.people> = async (app, { query }) => {
  const demo = await isDemo(app)
  const exponent = exponentOf((await app.settings.current()).code)
  const list = ownerList(!demo)
  const { rows, next } = await readPage(list, walletOwners(app.db.lists), query, app.config.limits.pageRows)
  return {
    rows: rows.map((row) => ({
      id: row.id,
      usertype: row.usertype,
      firstName: row.first_name,
      lastName: row.last_name,
      email: pickerContact(row.email, demo),
      mobile: pickerContact(row.mobile, demo),
      balance: toMajor(row.balance, exponent),
      owed: toMajor(row.owed, exponent),
    })),
    next,
  }
}

export const listCredits: UseCase<WalletDeps, typeof creditsApi.list> = async (app, { query }) => {
  const { rows, next } = await readPage(creditList, creditRows(app.db.lists), query, app.config.limits.pageRows)
  return { rows: rows.map(viewCredit), next }
}

export const countWaitingCredits = ({ db }: Pick<WalletDeps, 'db'>, most: number): Promise<number> =>
  countWaiting(db.request, most)

interface Caller {
  readonly who: Pick<Person, 'id' | 'role'>
  readonly address: string
}

interface Credit {
  readonly id: string
  readonly user_id: string
  /** minor units */
  readonly amount: number
  readonly currency: string
  readonly cash: boolean
}

const audit = (tx: Tx, { who, address }: Caller, verb: string, credit: Credit, data: object = {}): Promise<void> =>
  addAudit(tx, {
    actor: who,
    address,
    action: `wallet.${verb}`,
    subject: `user:${credit.user_id}`,
    data: { credit: credit.id, amount: credit.amount, ...(credit.cash ? { cash: true } : {}), ...data },
  })

/** Posts a credit and notifies its owner. Returns the id of the posting. */
const give = async (app: WalletDeps, tx: Tx, { who }: Caller, credit: Credit): Promise<string> => {
  const by = { actorId: who.id, currency: credit.currency }
  const [posted] = await post(tx, [adminCredit(credit.user_id, credit.amount, credit.cash)], by)
  if (posted === undefined) throw new Error(`the credit ${credit.id} was not posted`)
  await app.notify(tx, [
    {
      user: credit.user_id,
      message: 'notice_wallet_credit',
      params: { amount: toMajor(credit.amount, exponentOf(credit.currency)) },
      screen: 'wallet',
      bookingId: null,
    },
  ])
  return posted
}

/** Posts, records and audits a credit that needs no second admin. */
export const recordCredit = async (
  app: WalletDeps,
  tx: Tx,
  call: Caller,
  { reason, ...credit }: Credit & { readonly reason: string },
): Promise<void> => {
  const transaction = await give(app, tx, call, credit)
  await insertCredit(tx, { ...credit, reason, state: 'credited', asked_by: call.who.id, transaction_id: transaction })
  await audit(tx, call, 'credit', credit, { reason })
}

/** Notifies every other admin of a credit that waits: the one who asked cannot approve it. */
const notifyOthers = async (app: WalletDeps, tx: Tx, { who }: Caller, credit: Credit): Promise<void> => {
  const { name } = await selectCredit(tx, credit.id)
  const params = { name, amount: toMajor(credit.amount, exponentOf(credit.currency)) }
  const others = (await listAdmins(tx)).filter((admin) => admin !== who.id)
  await app.notify(
    tx,
    others.map((user) => ({
      user,
      message: 'notice_credit_waits' as const,
      params,
      screen: 'wallet',
      bookingId: null,
    })),
  )
}

/**
 * An admin adds money to a wallet [wallet-9], as a gift or for cash that the office took; debts are paid from it first.
 * Above `creditApprovalAbove`, alone or with the admin's other credits to the wallet of 24 hours, nothing is posted
 * until another admin agrees [design/money-125].
 */
export const createCredit: UseCase<WalletDeps, typeof creditsApi.create> = async (app, call) => {
  const { id: user } = call.params
  const settings = await app.settings.current()
  const { code } = settings
  const exponent = exponentOf(code)
  const fault = checkCredit({ user, ...call.body }, { exponent, settings })
  if (fault !== null) throw faultError(fault)
  const reason = call.body.reason.trim()
  const { cash = false } = call.body
  return call.commit(async (tx) => {
    if ((await lockWalletRole(tx, user)) === null) throw new AppError(404, 'not_found')
    const credit = { id: newId(), user_id: user, amount: toMinor(call.body.amount, exponent), currency: code, cash }
    const before = await lockOwnCredits(tx, { user, admin: call.who.id, currency: code, hours: creditHours })
    const waits = needsApproval(call.body.amount, before, settings, exponent)
    if (!waits) await recordCredit(app, tx, call, { ...credit, reason })
    else {
      await insertCredit(tx, { ...credit, reason, state: 'waiting', asked_by: call.who.id, transaction_id: null })
      await audit(tx, call, 'credit-asked', credit, { reason })
      await notifyOthers(app, tx, call, credit)
      await reportWaiting(tx, 'credits')
    }
    await app.failpoint.at('credit.before_commit')
    return {
      credit: viewCredit(await selectCredit(tx, credit.id)),
      balance: toMajor(await findBalance(tx, user), exponent),
      currency: code,
    }
  })
}

/** The credit, locked; 404 without one, 409 unless it is in this state. */
const lockIn = async (app: WalletDeps, tx: Tx, id: string, state: 'waiting' | 'credited') => {
  const credit = await lockCredit(tx, id)
  if (credit === undefined) throw new AppError(404, 'not_found')
  await app.failpoint.at('credit.locked')
  if (credit.state !== state) throw new AppError(409, 'credit_settled')
  return credit
}

/** Another admin than the one who entered it makes a waiting credit, once. */
export const approveCredit: UseCase<WalletDeps, typeof creditsApi.approve> = (app, call) =>
  call.commit(async (tx) => {
    const credit = await lockIn(app, tx, call.params.id, 'waiting')
    if (credit.asked_by === call.who.id) throw new AppError(409, 'credit_needs_other_admin')
    if ((await lockWalletRole(tx, credit.user_id)) === null) throw new AppError(409, 'credit_owner_gone')
    const decided = { decided_by: call.who.id, decided_at: new Date(await nowMs(tx)) }
    const transaction = await give(app, tx, call, credit)
    await updateCredit(tx, credit.id, { ...decided, state: 'credited', transaction_id: transaction })
    await audit(tx, call, 'credit', credit, { askedBy: credit.asked_by })
    await reportWaiting(tx, 'credits')
    return { credit: viewCredit(await selectCredit(tx, credit.id)) }
  })

/** Any admin, also the one who entered it, ends a waiting credit. */
export const refuseCredit: UseCase<WalletDeps, typeof creditsApi.refuse> = (app, call) =>
  call.commit(async (tx) => {
    const credit = await lockIn(app, tx, call.params.id, 'waiting')
    const decided = { decided_by: call.who.id, decided_at: new Date(await nowMs(tx)) }
    await updateCredit(tx, credit.id, { ...decided, state: 'refused' })
    await audit(tx, call, 'credit-refused', credit)
    await reportWaiting(tx, 'credits')
    return { credit: viewCredit(await selectCredit(tx, credit.id)) }
  })

/**
 * Takes a credit back, once, by the opposite posting. Only from a wallet that still has the money: a rider's wallet is
 * never below zero [design/money-34], and a driver's is not put there by the office.
 */
export const reverseCredit: UseCase<WalletDeps, typeof creditsApi.reverse> = async (app, call) => {
  const reason = call.body.reason.trim()
  if (reason === '') throw new AppError(422, 'reason_missing', { fields: { reason: 'missing' } })
  return call.commit(async (tx) => {
    const credit = await lockIn(app, tx, call.params.id, 'credited')
    const balance = (await lockBalances(tx, [credit.user_id]))(credit.user_id)
    if (balance < credit.amount) throw new AppError(409, 'credit_spent')
    const taken = reversal(adminCredit(credit.user_id, credit.amount, credit.cash), credit.transaction_id ?? '')
    await post(tx, [taken], { actorId: call.who.id, currency: credit.currency })
    await updateCredit(tx, credit.id, {
      state: 'reversed',
      reversed_by: call.who.id,
      reversed_at: new Date(await nowMs(tx)),
      reversal_reason: reason,
    })
    await audit(tx, call, 'credit-reversed', credit, { reason })
    await app.notify(tx, [
      {
        user: credit.user_id,
        message: 'notice_credit_reversed',
        params: { amount: toMajor(credit.amount, exponentOf(credit.currency)), reason },
        screen: 'wallet',
        bookingId: null,
      },
    ])
    return { credit: viewCredit(await selectCredit(tx, credit.id)) }
  })
}
