import { Text } from '@mantine/core'
import { statementParts, statementTexts } from '@remis/domain/reports/statement'
import type { Statement, StatementDriver, StatementLine } from '@remis/domain/reports/statements-api'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { useSession } from '../../platform/api/session.ts'
import { useFormat } from '../../platform/use-format.ts'
import { SheetHead } from '../sheet/SheetHead.tsx'
import { SheetLines } from '../sheet/SheetLines.tsx'
import { SheetTable, type SheetColumn } from '../sheet/SheetTable.tsx'
import classes from '../sheet/sheet.module.css'

interface Props {
  readonly statement: Statement
  /** it is the one of the period chosen before */
  readonly stale: boolean
}

/** A statement as it is shown and printed [design/money-65]. */
export const StatementSheet = ({ statement, stale }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { of, totals, from, until, timezone, at } = statement
  const { opening, closing } = totals
  // A fleet admin gets the postings of bookings for their fleet, without the wallet's balances.
  const whole = opening !== null && closing !== null
  const parts = statementParts.filter((part) => totals[part] !== 0 || part === 'shares' || part === 'cash')
  return (
    <article className={classes.sheet} aria-busy={stale} aria-label={t('statement_title_of', { name: of.name })}>
      <SheetHead title={t('statement_title_of', { name: of.name })}>
        <p>{t('statement_range', { from: format.day(from), until: format.day(until) })}</p>
        <p>{t('statement_made', { time: format.date(at, 'date-time'), zone: timezone })}</p>
      </SheetHead>
      <div className={classes.parts}>
        <SheetLines
          title={t('statement_title')}
          closing={whole}
          lines={[
            ...(whole ? [{ label: t('ledger_opening'), amount: opening }] : []),
            ...parts.map((part) => ({
              label: t(statementTexts[part]),
              amount: totals[part],
            })),
            ...(whole ? [{ label: t('ledger_closing'), amount: closing }] : []),
          ]}
        />
        <SheetLines
          title={t('day_trips')}
          lines={[
            { label: t('report_trip_cost'), amount: totals.tripCost },
            { label: t('report_fee'), amount: totals.convenienceFee },
          ]}
        />
      </div>
      {of.usertype === 'driver' ? <Lines statement={statement} /> : <Drivers statement={statement} />}
      {whole ? <p className={classes.good}>{t('statement_closing_lead')}</p> : <p>{t('statement_of_fleet_only')}</p>}
    </article>
  )
}

const Lines = ({ statement: { lines, more, totals } }: { statement: Statement }) => {
  const { t } = useTranslation()
  const own = useSession().user?.usertype === 'driver'
  const format = useFormat()
  const amount = (
    id: 'tripCost' | 'convenienceFee' | 'share' | 'cash',
    header: string,
  ): SheetColumn<StatementLine> => ({
    id,
    header,
    amount: true,
    cell: (line) => (line[id] === null ? '' : format.money(line[id])),
  })
  if (lines.length === 0) return <Text className={classes.dim ?? ''}>{t('statement_none')}</Text>
  return (
    <>
      {more && <Text role="note">{t('statement_more', { count: lines.length })}</Text>}
      <SheetTable
        caption={t('ledger_postings')}
        rows={lines}
        rowId={({ id }) => id}
        columns={[
          {
            id: 'at',
            header: t('ledger_at'),
            cell: ({ at }) => format.date(at, 'date-time'),
            ...(totals.closing === null ? {} : { foot: t('ledger_closing') }),
          },
          { id: 'kind', header: t('ledger_kind'), cell: ({ kind }) => t(`posting_${kind}` as 'posting_settlement') },
          {
            id: 'booking',
            header: t('ledger_booking'),
            cell: ({ bookingId }) =>
              bookingId !== null && (
                <Link to={own ? paths.trip(bookingId) : paths.bookingPage(bookingId)}>
                  <bdi dir="ltr">{bookingId}</bdi>
                </Link>
              ),
          },
          amount('tripCost', t('report_trip_cost')),
          amount('convenienceFee', t('report_fee')),
          amount('share', t('report_driver_share')),
          amount('cash', t('statement_cash')),
          { id: 'amount', header: t('ledger_amount'), amount: true, cell: (line) => format.money(line.amount) },
          ...(totals.closing === null
            ? []
            : [
                {
                  id: 'balance',
                  header: t('ledger_balance'),
                  amount: true,
                  cell: (line: StatementLine) => format.money(line.balance ?? 0),
                  foot: format.money(totals.closing),
                },
              ]),
        ]}
      />
    </>
  )
}

const driverColumns = ['tripCost', 'convenienceFee', 'shares', 'cash', 'payouts'] as const

const Drivers = ({ statement: { drivers, totals } }: { statement: Statement }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const headers = {
    tripCost: t('report_trip_cost'),
    convenienceFee: t('report_fee'),
    shares: t('statement_shares'),
    cash: t('statement_cash'),
    payouts: t('statement_payouts'),
  }
  // what the other columns leave out
  const rest = (row: StatementDriver | Statement['totals']) =>
    row.cancellations + row.corrections + row.credits + row.bonuses + row.topUps + row.others
  if (drivers.length === 0) return <Text className={classes.dim ?? ''}>{t('statement_none')}</Text>
  const amounts = driverColumns.map((id): SheetColumn<StatementDriver> => ({
    id,
    header: headers[id],
    amount: true,
    cell: (row) => format.money(row[id]),
    foot: format.money(totals[id]),
  }))
  const balance = (id: 'opening' | 'closing', header: string): SheetColumn<StatementDriver>[] =>
    totals[id] === null
      ? []
      : [{ id, header, amount: true, cell: (row) => format.money(row[id] ?? 0), foot: format.money(totals[id]) }]
  return (
    <SheetTable
      caption={t('title_drivers')}
      rows={drivers}
      rowId={({ id }) => id}
      columns={[
        {
          id: 'name',
          header: t('report_driver'),
          // a fleet admin has no statement of a former driver
          cell: ({ id, name, current }) =>
            current || totals.closing !== null ? (
              <Link to={paths.statementOf(id)}>
                <bdi>{name}</bdi>
              </Link>
            ) : (
              <bdi>{name}</bdi>
            ),
          foot: t('ledger_sum'),
        },
        {
          id: 'rides',
          header: t('report_rides'),
          amount: true,
          cell: ({ rides }) => format.number(rides),
          foot: format.number(totals.rides),
        },
        ...balance('opening', t('ledger_opening')),
        ...amounts,
        {
          id: 'rest',
          header: t('statement_others'),
          amount: true,
          cell: (row) => format.money(rest(row)),
          foot: format.money(rest(totals)),
        },
        ...balance('closing', t('ledger_closing')),
      ]}
    />
  )
}
