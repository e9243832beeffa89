import { exponentOf } from '@remis/domain/kit/currency'
import { toMajor } from '@remis/domain/kit/money'
import type { DebtView, debtsApi } from '@remis/domain/wallet/debts-api'
import { readPage } from '../../platform/database/list-page.ts'
import type { UseCase } from '../../platform/http/use-case.ts'
import { debtList, openDebtRows, selectDebt, selectTripsOf, type DebtRow } from './debt-store.ts'
import type { WalletDeps } from '../wallet-deps.ts'

/** A debt in major units. */
export const viewDebt = (row: DebtRow): DebtView => {
  const exponent = exponentOf(row.currency)
  return {
    id: row.id,
    at: row.at,
    rider: row.rider_id,
    riderName: row.rider_name,
    driver: row.driver_id,
    driverName: row.driver_name,
    bookingId: row.booking_id,
    reason: row.reason,
    amount: toMajor(row.amount, exponent),
    rest: toMajor(row.rest, exponent),
    writtenOff: row.written_off_at !== null,
    currency: row.currency,
  }
}

/** What riders owe, for the office [design/money-48]. */
export const listDebts: UseCase<WalletDeps, typeof debtsApi.list> = async (app, { query }) => {
  const { rows, next } = await readPage(debtList, openDebtRows(app.db.lists), query, app.config.limits.pageRows)
  return { rows: rows.map(viewDebt), next }
}

/** The trips that the office can choose from when a driver took a debt in cash [design/money-99]. */
export const listDebtTrips: UseCase<WalletDeps, typeof debtsApi.trips> = async ({ db }, { params }) => ({
  rows: await selectTripsOf(db.request, await selectDebt(db.request, params.id)),
})
