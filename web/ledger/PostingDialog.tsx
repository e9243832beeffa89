import type { LedgerEntryView, PostingView } from '@remis/domain/wallet/ledger-api'
import { Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { useFormat } from '../platform/use-format.ts'
import { SheetTable } from '../reports/sheet/SheetTable.tsx'
import { Dialog } from '../ui/dialogs/Dialog.tsx'

const ofPeople: readonly string[] = ['wallet', 'receivable', 'pending-fees']

/** The holder of an account: a person or a booking with a link, else a name. */
const Owner = ({ entry: { account, holder, name } }: { readonly entry: LedgerEntryView }) => {
  if (holder === null) return null
  if (ofPeople.includes(account))
    return (
      <Link to={paths.person(holder)}>
        <bdi>{name}</bdi>
      </Link>
    )
  const booking = account === 'prepayments' && holder.length === 10
  return booking ? <Link to={paths.bookingPage(holder)}>{holder}</Link> : <bdi dir="ltr">{holder}</bdi>
}

/** A posting with its entries, which sum to zero. */
export const PostingDialog = ({
  posting,
  onClose,
}: {
  readonly posting: PostingView
  readonly onClose: () => void
}) => {
  const { t } = useTranslation()
  const format = useFormat()
  const side = (id: 'credit' | 'debit') => {
    const of = ({ amount }: LedgerEntryView) => (id === 'credit' ? Math.max(0, amount) : Math.max(0, -amount))
    const sum = Math.round(posting.entries.reduce((total, entry) => total + of(entry), 0) * 10_000) / 10_000
    return {
      id,
      header: t(`ledger_${id}`),
      amount: true,
      cell: (entry: LedgerEntryView) => (of(entry) === 0 ? '' : format.money(of(entry))),
      foot: format.money(sum),
    }
  }
  const rows = posting.entries.map((entry, index) => ({ ...entry, index }))
  return (
    <Dialog title={t(`posting_${posting.kind}`)} closeLabel={t('close')} onClose={onClose}>
      <Stack gap="md">
        <Text>
          {format.date(posting.at, 'date-time')} · <bdi>{posting.by?.name ?? t('ledger_system')}</bdi>
          {posting.bookingId !== null && (
            <>
              {' · '}
              <Link to={paths.bookingPage(posting.bookingId)}>
                <bdi dir="ltr">{posting.bookingId}</bdi>
              </Link>
            </>
          )}
        </Text>
        <SheetTable
          caption={t('ledger_entries')}
          rows={rows}
          rowId={({ index }) => String(index)}
          columns={[
            {
              id: 'account',
              header: t('ledger_account'),
              cell: ({ account }) => t(`account_${account}`),
              foot: t('ledger_sum'),
            },
            { id: 'owner', header: t('ledger_owner'), cell: (entry) => <Owner entry={entry} /> },
            side('debit'),
            side('credit'),
          ]}
        />
        <Text size="xs" c="dimmed">
          {t('ledger_posting')}: <bdi dir="ltr">{posting.id}</bdi>
          {posting.reference !== null && (
            <>
              <br />
              {t('ledger_reference')}: <bdi dir="ltr">{posting.reference}</bdi>
            </>
          )}
        </Text>
      </Stack>
    </Dialog>
  )
}
