import type { ReviewView } from '@remis/domain/payments/payments-api'
import { paymentsCalls, reviewSorts } from '@remis/domain/payments/payments-routes'
import { Text } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDeclaredColumns, type DeclaredColumn } from '../platform/list/declared-columns.tsx'
import { useDemoActions } from '../platform/list/demo.tsx'
import { useList } from '../platform/list/use-list.ts'
import { makeReader, onLive, refetchAfterReset } from '../platform/live/live.ts'
import { restMs } from '../platform/live/waiting-lists.ts'
import { useFormat, type Format } from '../platform/use-format.ts'
import { ListPage } from '../ui/table/ListPage.tsx'
import { EndReviewDialog } from './EndReviewDialog.tsx'
import { providerName } from '../platform/provider-name.ts'

const reviewList = {
  key: ['payments-in-review'],
  endpoint: paymentsCalls.inReview,
  sorts: reviewSorts,
  usual: { sort: 'updatedAt', desc: true },
  filters: {},
  live: true,
  // no event is sent when another admin ends a review
  renewMs: 30_000,
} as const
// every admin gets a notice of a new review [design/payments-23]
onLive('notice', makeReader(reviewList.key, restMs))
refetchAfterReset(reviewList.key)

const columnsOf = (t: TFunction, format: Format): DeclaredColumn<ReviewView>[] => [
  { id: 'id', header: t('review_payment'), cell: (row) => <bdi dir="ltr">{row.id}</bdi> },
  { id: 'payer', header: t('review_payer'), kind: 'text' },
  { id: 'amount', header: t('review_amount'), kind: 'money', sum: true },
  {
    id: 'reported',
    header: t('review_reported'),
    numeric: true,
    cell: ({ reported, currency }) =>
      reported === null
        ? '–'
        : reported.currency === currency
          ? format.money(reported.amount)
          : `${format.number(reported.amount)} ${reported.currency}`,
  },
  {
    id: 'reason',
    header: t('review_reason'),
    cell: ({ reason, creditAskedBy }) => (
      <>
        {t(`review_reason_${reason}`)}
        {creditAskedBy !== null && (
          <Text size="xs" c="dimmed">
            {t('review_waits_second')}
          </Text>
        )}
      </>
    ),
    group: (row) => t(`review_reason_${row.reason}`),
  },
  { id: 'updatedAt', header: t('review_since'), kind: 'time' },
  {
    id: 'order',
    header: t('review_order'),
    quiet: true,
    cell: (row) => (row.purpose === 'booking' ? <bdi dir="ltr">{row.orderId}</bdi> : t('review_topup')),
  },
  {
    id: 'provider',
    header: t('review_provider'),
    quiet: true,
    cell: ({ provider }) => providerName(t, provider),
  },
  { id: 'createdAt', header: t('review_begun'), kind: 'time', quiet: true },
]

/** `/payments`: the card payments that wait for a person [design/payments-65]. */
export const ReviewsPage = () => {
  const { t } = useTranslation()
  const format = useFormat()
  const list = useList(reviewList)
  const columns = useDeclaredColumns(list, columnsOf(t, format))
  const [open, setOpen] = useState<ReviewView | null>(null)
  const switched = useDemoActions()
  return (
    <>
      <ListPage
        name="reviews"
        title={t('reviews')}
        searchLabel={t('reviews_search')}
        list={list}
        columns={columns}
        rowId={(row) => row.refundId ?? row.id}
        rowLabel={(row) => t('review_open', { id: row.id })}
        onOpen={setOpen}
        rowActions={(row) =>
          switched([
            {
              id: 'end',
              label: t('review_decide'),
              name: () => `${t('review_decide')} ${row.id}`,
              strong: true,
              run: setOpen,
            },
          ])
        }
        empty={
          <>
            <Text fw={600}>{t('reviews_none')}</Text>
            <Text>{t('reviews_none_hint')}</Text>
          </>
        }
      />
      {open !== null && <EndReviewDialog review={open} onClose={() => setOpen(null)} />}
    </>
  )
}
