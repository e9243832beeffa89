import type { dayCloseApi } from '@remis/domain/reports/day-close-api'
import { AppError } from '@remis/domain/messages/app-error'
import { addAudit } from '../../platform/database/audit.ts'
import { nowMs } from '../../platform/database/db-clock.ts'
import type { UseCase } from '../../platform/http/use-case.ts'
import type { ReportDeps } from '../keep-earnings.ts'
import { findDay } from '../../wallet/ledger/trial-balance.ts'
import { findClose, findLastClose, holdPostings, insertClose } from './day-close-store.ts'
import { dayAfter, readBooks, readFirstOpening, viewClosed, viewDay } from './read-day.ts'

/**
 * Closes a day of the books [design/money-64]: its totals become a row that is never changed. Postings wait meanwhile,
 * so the totals are complete; a day that is closed already is answered with its row.
 */
export const closeDay: UseCase<ReportDeps, typeof dayCloseApi.close> = async (app, call) => {
  const { day } = call.body
  // Read once: settings may change during the close [design/money-116].
  const settings = await app.settings.current()
  const { timezone } = settings
  // Before postings have to wait: at the first close it reads the whole ledger.
  const firstOpening = await readFirstOpening(app, day, timezone)
  return call.commit(async (tx) => {
    await holdPostings(tx)
    await app.failpoint.at('day-close.held')
    const done = await findClose(tx, day)
    if (done !== undefined) return { day: viewClosed(done) }
    const now = await nowMs(tx)
    // By its end: Node and PostgreSQL may have different versions of the time zones.
    if ((await findDay(tx, day, timezone)).until > now) throw new AppError(409, 'day_not_over')
    const last = await findLastClose(tx)
    const next = last === undefined ? day : dayAfter(last, timezone)
    if (day !== next) throw new AppError(409, 'day_out_of_order', { extra: { next } })
    const books = await readBooks(app, tx, day, { last, settings, firstOpening })
    const { differences } = viewDay(day, books, { state: 'next', closed: null })
    if (differences.length > 0) throw new AppError(409, 'day_differs', { extra: { differences } })
    await insertClose(tx, {
      day,
      since: new Date(books.since),
      until: new Date(books.until),
      timezone: books.timezone,
      currency: books.currency,
      recorded: JSON.stringify(books.recorded),
      postings: JSON.stringify(books.postings),
      opening: JSON.stringify(books.opening),
      closing: JSON.stringify(books.closing),
      closed_by: call.who.id,
      closed_at: new Date(now),
    })
    const row = await findClose(tx, day)
    if (row === undefined) throw new Error(`the closed day ${day} is gone`)
    await addAudit(tx, {
      actor: call.who,
      address: call.address,
      action: 'day.close',
      subject: `day:${day}`,
      data: { hash: row.hash },
    })
    await app.failpoint.at('day-close.before_commit')
    return { day: viewClosed(row) }
  })
}
