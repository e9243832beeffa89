import '../../ui/mantine-parts.ts'
import { Button, Skeleton, Text, Title } from '@mantine/core'
import type { ClosedDay, dayCloseApi, DayTotals } from '@remis/domain/reports/day-close-api'
import { addDays, isDay } from '@remis/domain/kit/calendar-day'
import type { Reply } from '@remis/domain/kit/endpoint'
import { dayCloseCalls, dayCloseSorts } from '@remis/domain/reports/reports-routes'
import { IconLock } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/api/call.ts'
import { queryClient } from '../../platform/api/plain-call.ts'
import { usePress } from '../../platform/api/use-press.ts'
import { useDeclaredColumns, type DeclaredColumn } from '../../platform/list/declared-columns.tsx'
import { useDemo } from '../../platform/list/demo.tsx'
import { useList } from '../../platform/list/use-list.ts'
import { useFormat } from '../../platform/use-format.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { ReadFailure } from '../../ui/ReadFailure.tsx'
import { ListPage } from '../../ui/table/ListPage.tsx'
import { DateInput } from '../../ui/form/DateInput.tsx'
import { SheetButtons } from '../sheet/SheetButtons.tsx'
import classes from '../sheet/sheet.module.css'
import { DaySheet } from './DaySheet.tsx'

const key = ['day-closes'] as const

const closeList = {
  key: [...key, 'list'],
  endpoint: dayCloseCalls.list,
  sorts: dayCloseSorts,
  usual: { sort: 'day', desc: true },
} as const

/** `/dayclose`: the totals of a day, the days that are not closed, and those that are [design/money-64]. */
export const DayClosePage = () => {
  const { t } = useTranslation()
  const format = useFormat()
  const demo = useDemo()
  const list = useList(closeList)
  const [closing, setClosing] = useState<DayTotals | null>(null)
  const openDays = useQuery({ queryKey: [...key, 'open'], queryFn: () => call(dayCloseCalls.open, {}) })
  const { data: open } = openDays
  const openUnread = open === undefined && openDays.isError
  const { id } = list.address
  // the first closed day is usually the last one that is over
  const usual = open?.first ? addDays(open.today, -1) : open?.next
  const day = id !== undefined && isDay(id) ? id : (usual ?? open?.today)
  const {
    data: totals,
    isError,
    refetch,
  } = useQuery({
    queryKey: [...key, 'day', day],
    enabled: day !== undefined,
    placeholderData: keepPreviousData,
    queryFn: async () => (await call(dayCloseCalls.day, { query: { day: day ?? '' } })).day,
  })
  const choose = (next: string) => {
    list.change({ id: next })
    scrollTo({ top: 0 })
  }
  const columns: DeclaredColumn<ClosedDay>[] = [
    { id: 'day', header: t('ledger_day'), kind: 'day' },
    { id: 'rides', header: t('report_rides'), kind: 'number' },
    { id: 'tripCost', header: t('report_trip_cost'), kind: 'money' },
    { id: 'convenienceFee', header: t('report_fee'), kind: 'money' },
    { id: 'payouts', header: t('posting_withdrawal-paid'), kind: 'money' },
    { id: 'closedAt', header: t('day_state_closed'), kind: 'time' },
    { id: 'closedBy', header: t('ledger_by'), kind: 'text' },
    { id: 'hash', header: t('day_hash'), quiet: true, cell: ({ hash }) => <bdi dir="ltr">{hash.slice(0, 16)}</bdi> },
  ]
  return (
    <>
      <div className={classes.page}>
        <div className={classes.bar}>
          <Title order={1} size="h3">
            {t('title_dayclose')}
          </Title>
          <DateInput
            size="md"
            label={t('day_choose')}
            max={open?.today}
            value={day ?? ''}
            onDate={(date) => isDay(date) && choose(date)}
          />
          {totals?.state === 'next' && !demo && (
            <Button
              size="md"
              leftSection={<IconLock size={20} stroke={1.75} aria-hidden />}
              disabled={totals.differences.length > 0}
              onClick={() => setClosing(totals)}
            >
              {t('day_close')}
            </Button>
          )}
          {day !== undefined && <SheetButtons file={dayCloseCalls.exportDay} query={{ day }} />}
        </div>
        <div className={classes.screen}>
          {openUnread && <ReadFailure text={t('ledger_failed')} onRetry={() => void openDays.refetch()} />}
          {open !== undefined && <OpenDays open={open} onChoose={choose} />}
        </div>
        {totals === undefined ? (
          isError ? (
            <ReadFailure text={t('ledger_failed')} onRetry={() => void refetch()} />
          ) : (
            // without a day in the address the totals wait for the open days
            (day !== undefined || !openUnread) && <Skeleton height={480} aria-busy="true" />
          )
        ) : (
          <DaySheet totals={totals} />
        )}
      </div>
      <div className={classes.screen}>
        <ListPage
          name="day-closes"
          title={t('day_list')}
          titleOrder={2}
          list={list}
          columns={useDeclaredColumns(list, columns)}
          rowId={(row) => row.day}
          rowLabel={(row) => t('day_row', { day: format.day(row.day) })}
          onOpen={(row) => choose(row.day)}
          empty={<Text>{t('no_data_available')}</Text>}
        />
      </div>
      {closing !== null && <CloseDialog totals={closing} onClose={() => setClosing(null)} />}
    </>
  )
}

interface OpenProps {
  readonly open: Reply<typeof dayCloseApi.open>
  readonly onChoose: (day: string) => void
}

/** Days that are over and not closed, by name. */
const OpenDays = ({ open: { days, count, first }, onChoose }: OpenProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  if (first) return <Text>{t('day_first_hint')}</Text>
  if (count === 0) return <Text>{t('day_all_closed')}</Text>
  return (
    <div className={classes.days}>
      <Text>{t('day_open', { count })}</Text>
      {days.map((day) => (
        <Button key={day} variant="default" size="compact-md" onClick={() => onChoose(day)}>
          {format.day(day)}
        </Button>
      ))}
    </div>
  )
}

const CloseDialog = ({ totals: { day }, onClose }: { readonly totals: DayTotals; readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const close = usePress(dayCloseCalls.close)
  return (
    <ConfirmDialog
      title={t('day_close_title', { day: format.day(day) })}
      lead={t('day_close_lead')}
      confirm={t('day_close')}
      keep={t('cancel')}
      harmless
      busy={close.isPending}
      onConfirm={() =>
        close.mutate(
          { body: { day } },
          {
            onSettled: () => {
              void queryClient.invalidateQueries({ queryKey: key })
              onClose()
            },
          },
        )
      }
      onClose={onClose}
    />
  )
}
