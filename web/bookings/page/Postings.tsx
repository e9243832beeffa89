import { Text } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import type { PostingView } from '@remis/domain/payments/booking-money-api'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { useFormat } from '../../platform/use-format.ts'
import classes from '../bookings.module.css'
import page from './page.module.css'
import { moneyQuery } from './record-queries.ts'
import { PartTitle } from '../PartTitle.tsx'

/** The postings of a booking with account names; each sums to zero. */
export const Postings = ({ booking }: { booking: BookingView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { data } = useQuery(moneyQuery(booking))
  if (data === undefined) return null
  const total = data.postings.flatMap(({ entries }) => entries).reduce((sum, { amount }) => sum + amount, 0)
  return (
    <section className={classes.part} aria-label={t('record_postings')}>
      <PartTitle>{t('record_postings')}</PartTitle>
      {data.more && <Text c="dimmed">{t('record_more')}</Text>}
      {data.postings.length === 0 && <Text c="dimmed">{t('record_no_postings')}</Text>}
      {data.postings.map((posting) => (
        <Posting key={posting.id} posting={posting} />
      ))}
      {data.postings.length > 0 && (
        <p className={page.total}>
          <span>{t('record_sum')}</span>
          <b>{format.money(Math.round(total * 1000) / 1000)}</b>
        </p>
      )}
    </section>
  )
}

const Posting = ({ posting }: { posting: PostingView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = ({ account, holder, name }: PostingView['entries'][number]) => (
    <>
      {t(`account_${account}`)}
      {(name ?? (account === 'gateway-clearing' ? holder : null)) !== null && (
        <>
          {' · '}
          <bdi>{name ?? holder}</bdi>
        </>
      )}
    </>
  )
  return (
    <div className={page.posting}>
      <p>
        <Link to={paths.ledgerPosting(posting.id)}>
          <b>{t(`posting_${posting.kind}`)}</b>
        </Link>
        <small>
          <time dateTime={new Date(posting.at).toISOString()}>{format.date(posting.at, 'date-time')}</time>
          {posting.by !== null && ` · ${t('person_audit_by', { name: posting.by })}`}
        </small>
      </p>
      <dl className={classes.sums}>
        {posting.entries.map((entry, index) => (
          // the entries of a posting never change
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index}>
            <dt>{nameOf(entry)}</dt>
            <dd>{format.money(entry.amount)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
