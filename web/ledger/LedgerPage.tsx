import '../ui/mantine-parts.ts'
import { Button, NativeSelect, Tabs, Text, Title } from '@mantine/core'
import '@mantine/core/styles/Tabs.layer.css'
import { accounts, postingKinds, type Account } from '@remis/domain/wallet/ledger-entry'
import type { PostingView } from '@remis/domain/wallet/ledger-api'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { useDeclaredColumns, type DeclaredColumn } from '../platform/list/declared-columns.tsx'
import { useExportRule } from '../platform/list/demo.tsx'
import { useList } from '../platform/list/use-list.ts'
import { useFormat } from '../platform/use-format.ts'
import classes from '../reports/sheet/sheet.module.css'
import { DateInput } from '../ui/form/DateInput.tsx'
import { ListPage } from '../ui/table/ListPage.tsx'
import { postingList } from './ledger-list.ts'
import { PersonAccounts } from './PersonAccounts.tsx'
import { PostingDialog } from './PostingDialog.tsx'
import { TrialBalance } from './TrialBalance.tsx'
import { withSearch } from '../platform/page/with-search.ts'

const parts = ['postings', 'balances', 'people'] as const
type Part = (typeof parts)[number]

/**
 * `/ledger`: postings, trial balance, and the accounts of people [design/money-60]. The address says which of them is
 * shown; another one begins with an address without the page, the search and the filters of the one before.
 */
export const LedgerPage = () => {
  const { t } = useTranslation()
  const { tab } = useSearch({ strict: false }) as { readonly tab?: unknown }
  const navigate = useNavigate()
  const part = parts.find((one) => one === tab) ?? 'postings'
  const show = (next: Part, filters: Readonly<Record<string, string>> = {}) =>
    void navigate({ to: '.', ...withSearch({ ...filters, ...(next === 'postings' ? {} : { tab: next }) }) })
  return (
    <Tabs
      value={part}
      onChange={(value) => value !== null && value !== part && show(value as Part)}
      keepMounted={false}
    >
      <div className={`${classes.page} ${classes.top}`}>
        <Title order={1} size="h3">
          {t('title_ledger')}
        </Title>
        <Tabs.List>
          {parts.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`ledger_${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </div>
      <Tabs.Panel value="postings">
        <Postings />
      </Tabs.Panel>
      <Tabs.Panel value="balances">
        <TrialBalance onChoose={(account, day) => show('postings', { account, until: day })} />
      </Tabs.Panel>
      <Tabs.Panel value="people">
        <PersonAccounts onChoose={({ id, account }) => show('postings', { person: id, account })} />
      </Tabs.Panel>
    </Tabs>
  )
}

type PostingListState = ReturnType<typeof useList<typeof postingList.endpoint>>

/** Who a posting is about: the people and providers that hold its accounts. */
const holdersOf = (t: TFunction, { entries }: PostingView): string =>
  [
    ...new Set(
      entries.flatMap(({ name, holder, account }) => name ?? (account === 'gateway-clearing' ? (holder ?? []) : [])),
    ),
  ].join(t('list_comma'))

const Postings = () => {
  const { t } = useTranslation()
  const list = useExportRule(useList(postingList))
  const [open, setOpen] = useState<PostingView | null>(null)
  const format = useFormat()
  const columns: DeclaredColumn<PostingView>[] = [
    {
      id: 'kind',
      header: t('ledger_kind'),
      cell: ({ kind }) => t(`posting_${kind}`),
      group: ({ kind }) => t(`posting_${kind}`),
    },
    { id: 'amount', header: t('ledger_amount'), kind: 'money', sum: true },
    { id: 'at', header: t('ledger_at'), kind: 'time' },
    {
      id: 'bookingId',
      header: t('ledger_booking'),
      cell: ({ bookingId }) =>
        bookingId !== null && (
          <Link to={paths.bookingPage(bookingId)}>
            <bdi dir="ltr">{bookingId}</bdi>
          </Link>
        ),
    },
    { id: 'owner', header: t('ledger_owner'), cell: (row) => <bdi>{holdersOf(t, row)}</bdi> },
    { id: 'by', header: t('ledger_by'), cell: ({ by }) => <bdi>{by?.name ?? t('ledger_system')}</bdi> },
    {
      id: 'reference',
      header: t('ledger_reference'),
      quiet: true,
      cell: (row) => <bdi dir="ltr">{row.reference}</bdi>,
    },
    { id: 'id', header: t('ledger_posting'), quiet: true, cell: (row) => <bdi dir="ltr">{row.id}</bdi> },
  ]
  return (
    <>
      <Filters list={list} />
      <ListPage
        name="ledger"
        title={t('ledger_postings')}
        titleOrder={2}
        searchLabel={t('ledger_search')}
        list={list}
        columns={useDeclaredColumns(list, columns)}
        rowId={({ id }) => id}
        rowLabel={(row) => `${t(`posting_${row.kind}`)} ${format.money(row.amount)}`}
        onOpen={setOpen}
        empty={<Text fw={600}>{t('ledger_none')}</Text>}
      />
      {open !== null && <PostingDialog posting={open} onClose={() => setOpen(null)} />}
    </>
  )
}

/** Account, kind and days; a person or booking of a link is named, and can be taken away. */
const Filters = ({ list }: { readonly list: PostingListState }) => {
  const { t } = useTranslation()
  const { filters } = list.address
  const set = (name: string, value: string) => {
    const { [name]: _old, ...others } = filters
    list.change({ filters: value === '' ? others : { ...others, [name]: value } })
  }
  const select = (
    name: 'account' | 'kind',
    label: string,
    all: string,
    choices: readonly (readonly [string, string])[],
  ) => (
    <NativeSelect
      size="md"
      label={label}
      value={filters[name] ?? ''}
      data={[{ value: '', label: all }, ...choices.map(([value, text]) => ({ value, label: text }))]}
      onChange={(event) => set(name, event.currentTarget.value)}
    />
  )
  const day = (name: 'from' | 'until', label: string) => (
    <DateInput size="md" label={label} value={filters[name] ?? ''} onDate={(date) => set(name, date)} />
  )
  const names = (row: PostingView) => row.entries.find(({ holder }) => holder === filters['person'])?.name
  const person = list.rows?.map(names).find(Boolean) ?? filters['person']
  return (
    <div className={`${classes.bar} ${classes.filters}`}>
      {select(
        'account',
        t('ledger_account'),
        t('ledger_all_accounts'),
        accounts.map((account: Account) => [account, t(`account_${account}`)]),
      )}
      {select(
        'kind',
        t('ledger_kind'),
        t('ledger_all_kinds'),
        postingKinds.map((kind) => [kind, t(`posting_${kind}`)]),
      )}
      {day('from', t('ledger_from'))}
      {day('until', t('ledger_until'))}
      {filters['person'] !== undefined && <Text>{t('ledger_only_person', { name: person })}</Text>}
      {filters['booking'] !== undefined && <Text>{t('ledger_only_booking', { id: filters['booking'] })}</Text>}
      {Object.keys(filters).length > 0 && (
        <Button variant="subtle" size="md" onClick={() => list.change({ filters: {} })}>
          {t('ledger_show_all')}
        </Button>
      )}
    </div>
  )
}
