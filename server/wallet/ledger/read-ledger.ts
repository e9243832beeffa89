import { dayAndTime, dayAt } from '@remis/domain/kit/calendar-day'
import { exponentOf } from '@remis/domain/kit/currency'
import { toMajor, type Minor } from '@remis/domain/kit/money'
import type { Account, PostingKind } from '@remis/domain/wallet/ledger-entry'
import type { LedgerEntryView, ledgerApi, PersonAccount, PostingView } from '@remis/domain/wallet/ledger-api'
import { movementsOf } from '@remis/domain/wallet/trial-balance'
import { nowMs } from '../../platform/database/db-clock.ts'
import { columnsNamed, exportRows, readViews } from '../../platform/http/export-list.ts'
import { readAllPages } from '../../platform/database/list-page.ts'
import type { UseCase } from '../../platform/http/use-case.ts'
import { findBalances, findDay, findPostings } from './trial-balance.ts'
import type { WalletDeps } from '../wallet-deps.ts'
import {
  listEntries,
  personAccountList,
  personAccountRows,
  postingList,
  postings,
  type EntryFilter,
  type EntryRow,
  type PersonAccountRow,
  type PostingRow,
} from './posting-store.ts'

/** The trial balance of a day [design/money-62]; of today, the balances of this moment. */
export const readBalances: UseCase<WalletDeps, typeof ledgerApi.balances> = async (app, { query }) => {
  const { timezone, code } = await app.settings.current()
  const db = app.db.lists
  const day = query.day ?? dayAt(await nowMs(db), timezone)
  const period = await findDay(db, day, timezone)
  const opening = await findBalances(app.db, period.since)
  const posted = await findPostings(db, period)
  const rows = movementsOf(opening, posted)
  const major = (minor: Minor) => toMajor(minor, exponentOf(code))
  const sum = (of: 'closing' | 'credit' | 'debit') => major(rows.reduce((total, row) => total + row[of], 0))
  return {
    day,
    currency: code,
    rows: rows.map((row) => ({
      account: row.account,
      opening: major(row.opening),
      credit: major(row.credit),
      debit: major(row.debit),
      closing: major(row.closing),
    })),
    sum: sum('closing'),
    entries: { credit: sum('credit'), debit: sum('debit') },
  }
}

/** Accounts of people with their balances [design/money-60]. */
export const listAccounts: UseCase<WalletDeps, typeof ledgerApi.accounts> = async (app, { query }) => {
  const { code } = await app.settings.current()
  const { account = 'wallet', ...page } = query
  return readViews(app, page, {
    list: personAccountList,
    base: personAccountRows(app.db.lists, account),
    view: (rows: readonly PersonAccountRow[]): PersonAccount[] =>
      rows.map(({ holder, balance, ...row }) => ({
        id: holder,
        account,
        ...row,
        balance: toMajor(balance, exponentOf(code)),
        currency: code,
      })),
  })
}

const viewEntry = ({ account, holder, name, amount, currency }: EntryRow): LedgerEntryView => ({
  account,
  holder,
  name,
  amount: toMajor(amount, exponentOf(currency)),
})

const isAskedFor = ({ account, person }: EntryFilter, entry: EntryRow): boolean =>
  (account === undefined || entry.account === account) && (person === undefined || entry.holder === person)

/**
 * Kinds with the same money in two pairs of entries: this account has it once. A collected debt goes from wallet to
 * wallet, and ends what the rider owes and what the driver waits for.
 */
const hasItOnce: Partial<Readonly<Record<PostingKind, Account>>> = { 'debt-collected': 'receivable' }

/** A filter asks for what a posting changed there, else for what it moved. Minor units. */
const amountOf = (filter: EntryFilter, kind: PostingKind, entries: readonly EntryRow[]): Minor => {
  const narrowed = filter.account !== undefined || filter.person !== undefined
  const account = hasItOnce[kind]
  const isMoved = (entry: EntryRow) => entry.amount > 0 && (account === undefined || entry.account === account)
  return entries
    .filter((entry) => (narrowed ? isAskedFor(filter, entry) : isMoved(entry)))
    .reduce((sum, { amount }) => sum + amount, 0)
}

const viewPostings = async (
  app: WalletDeps,
  rows: readonly PostingRow[],
  filter: EntryFilter,
): Promise<PostingView[]> => {
  const { code } = await app.settings.current()
  const ids = rows.map(({ id }) => id)
  const all = new Map<string, EntryRow[]>(ids.map((id) => [id, []]))
  for (const entry of await listEntries(app.db.lists, ids)) all.get(entry.transaction)?.push(entry)
  return rows.map((row) => {
    const entries = all.get(row.id) ?? []
    const currency = entries[0]?.currency ?? code
    return {
      id: row.id,
      at: row.at,
      kind: row.kind,
      bookingId: row.booking,
      reference: row.reference,
      by: row.actor === null ? null : { id: row.actor, name: row.actorName },
      amount: toMajor(amountOf(filter, row.kind, entries), exponentOf(currency)),
      currency,
      entries: entries.map(viewEntry),
    }
  })
}

/** Postings with their entries, by account, person, booking, kind and day [design/money-61]. */
export const listPostings: UseCase<WalletDeps, typeof ledgerApi.postings> = async (app, { query }) => {
  const { timezone } = await app.settings.current()
  return readViews(app, query, {
    list: postingList(timezone),
    base: await postings(app.db.lists, query),
    view: (rows: readonly PostingRow[]) => viewPostings(app, rows, query),
  })
}

const titles = {
  date: 'ledger_at',
  kindName: 'ledger_kind',
  bookingId: 'ledger_booking',
  accountName: 'ledger_account',
  owner: 'ledger_owner',
  credit: 'ledger_credit',
  debit: 'ledger_debit',
  currency: 'ledger_currency',
  by: 'ledger_by',
  reference: 'ledger_reference',
  posting: 'ledger_posting',
} as const

const postingsAtOnce = 1000

/** The file has one row per entry: that is what accounting programs read. */
export const exportPostings: UseCase<WalletDeps, typeof ledgerApi.export> = async (app, call) => {
  const { timezone } = await app.settings.current()
  return exportRows(app, call, {
    name: 'ledger',
    columns: columnsNamed(...(Object.keys(titles) as (keyof typeof titles)[])),
    titles,
    async *pages(texts) {
      const say = (key: string, plain: string) => texts[key] ?? plain
      const base = await postings(app.db.lists, call.query)
      for await (const rows of readAllPages(postingList(timezone), base, call.query, postingsAtOnce)) {
        const views = await viewPostings(app, rows, call.query)
        yield views.flatMap((view) =>
          view.entries.map((entry) => ({
            date: dayAndTime(view.at, timezone),
            kindName: say(`posting_${view.kind}`, view.kind),
            bookingId: view.bookingId,
            accountName: say(`account_${entry.account}`, entry.account),
            owner: entry.name ?? entry.holder,
            credit: entry.amount > 0 ? entry.amount : null,
            debit: entry.amount < 0 ? -entry.amount : null,
            currency: view.currency,
            by: view.by?.name ?? null,
            reference: view.reference,
            posting: view.id,
          })),
        )
      }
    },
  })
}
