import { Skeleton } from '@mantine/core'
import type { PersonView } from '@remis/domain/people/people-api'
import { personPartsCalls } from '@remis/domain/people/people-routes'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { call } from '../../platform/api/call.ts'
import { EditButton } from '../../platform/list/demo.tsx'
import { useFormat } from '../../platform/use-format.ts'
import { historyText } from '../../booking-parts/history-text.ts'
import { PayOutDialog } from '../dialogs/PayOutDialog.tsx'
import { personKey } from '../people-queries.ts'
import classes from '../people.module.css'
import { Pages } from './Pages.tsx'
import { usePages } from './use-pages.ts'
import { ReadFailure } from '../../ui/ReadFailure.tsx'

/** Balance, what is held, owed and pending, and every entry. */
export const WalletOf = ({ person }: { person: PersonView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const [paying, setPaying] = useState(false)
  const params = { id: person.id }
  const {
    data: wallet,
    isError,
    refetch,
  } = useQuery({
    queryKey: [...personKey(person.id), 'wallet'],
    queryFn: async () => (await call(personPartsCalls.wallet, { params })).wallet,
  })
  const { rows, failed, retry, list } = usePages(person.id, 'history', personPartsCalls.history, (query) => ({
    params,
    query,
  }))
  if (wallet === undefined)
    return isError ? (
      <ReadFailure text={t('person_failed')} onRetry={() => void refetch()} />
    ) : (
      <Skeleton height={160} aria-busy="true" />
    )
  const sums = [
    { label: t('people_wallet'), amount: wallet.balance, always: true },
    { label: t('person_wallet_held'), amount: wallet.held },
    { label: t('person_wallet_owed'), amount: wallet.owed.total },
    { label: t('person_wallet_pending'), amount: wallet.pending.total },
  ].filter(({ amount, always }) => always || amount !== 0)
  return (
    <div className={classes.sections}>
      <dl className={classes.sums}>
        {sums.map(({ label, amount }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd data-below={amount < 0 || undefined}>{format.money(amount)}</dd>
          </div>
        ))}
      </dl>
      {wallet.balance > 0 && (
        <div className={classes.actions}>
          <EditButton variant="default" onClick={() => setPaying(true)}>
            {t('person_pay_out')}
          </EditButton>
        </div>
      )}
      {paying && <PayOutDialog person={person} onClose={() => setPaying(false)} />}
      <nav className={classes.links} aria-label={t('title_ledger')}>
        <Link to={paths.ledgerOfPerson(person.id)}>{t('title_ledger')}</Link>
        {person.usertype === 'driver' && <Link to={paths.statementOf(person.id)}>{t('title_statements')}</Link>}
      </nav>
      <Pages
        rows={rows}
        failed={failed}
        onRetry={retry}
        list={list}
        none={t('person_wallet_none')}
        keyOf={({ id }) => id}
      >
        {(row) => (
          <>
            <span className={classes.two}>
              {t(historyText(row, person.usertype))}
              <small>
                {format.date(row.date, 'date-time')}
                {row.bookingId !== null && (
                  <>
                    {' · '}
                    <Link to={paths.booking(row.bookingId)}>
                      <bdi dir="ltr">{row.bookingId}</bdi>
                    </Link>
                  </>
                )}
              </small>
            </span>
            <b className={classes.end} data-comes={row.type === 'Credit' || undefined}>
              {format.money(row.type === 'Credit' ? row.amount : -row.amount)}
            </b>
          </>
        )}
      </Pages>
    </div>
  )
}
