import { Skeleton } from '@mantine/core'
import type { AttentionKind } from '@remis/domain/dashboard/attention'
import type { Attention } from '@remis/domain/dashboard/dashboard-api'
import type { dashboardCalls } from '@remis/domain/dashboard/dashboard-routes'
import type { Reply } from '@remis/domain/kit/endpoint'
import {
  IconAlertTriangle,
  IconCashOff,
  IconChevronRight,
  IconClockExclamation,
  IconEye,
  IconFlag,
  IconHourglass,
  IconMapPin,
  IconMessageQuestion,
  IconReceipt2,
  IconRoute,
  IconUrgent,
  IconUserSearch,
  IconWifiOff,
  type Icon,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CashDialog } from '../bookings/actions/CashDialog.tsx'
import { AssignDialog } from '../bookings/assign/AssignDialog.tsx'
import { paths } from '../paths.ts'
import { useNow } from '../platform/api/server-clock.ts'
import { useFormat } from '../platform/use-format.ts'
import classes from './dashboard.module.css'
import { NeedAction, type OpenedAction } from './NeedAction.tsx'

const looks: Readonly<Record<AttentionKind, { readonly Icon: Icon; readonly tone: 'bad' | 'wait' }>> = {
  panic: { Icon: IconUrgent, tone: 'bad' },
  'no-driver': { Icon: IconUserSearch, tone: 'bad' },
  silent: { Icon: IconWifiOff, tone: 'bad' },
  unanswered: { Icon: IconMessageQuestion, tone: 'wait' },
  searching: { Icon: IconHourglass, tone: 'wait' },
  late: { Icon: IconClockExclamation, tone: 'wait' },
  waiting: { Icon: IconMapPin, tone: 'wait' },
  long: { Icon: IconRoute, tone: 'wait' },
  unfinished: { Icon: IconFlag, tone: 'wait' },
  review: { Icon: IconEye, tone: 'wait' },
  fare: { Icon: IconReceipt2, tone: 'wait' },
  unpaid: { Icon: IconCashOff, tone: 'wait' },
}

/** Their line opens the safety desk. */
const ofSafety: ReadonlySet<AttentionKind> = new Set(['panic', 'unanswered'])

/**
 * What needs a person now, the most urgent first; new lines appear at their place, and the others do not jump. An
 * open dialog stays when its line leaves the list [design/dashboard-13].
 */
export const NeedsYou = ({ now }: { now: Reply<typeof dashboardCalls.now> | undefined }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const clock = useNow(10_000)
  const [opened, setOpened] = useState<OpenedAction | null>(null)
  const close = () => setOpened(null)
  const nothing = now !== undefined && now.attention.length === 0 && total(now.waiting) === 0
  return (
    <section className={classes.needs} aria-labelledby="dashboard-needs">
      <h2 id="dashboard-needs">
        {t('dashboard_needs')}
        {now !== undefined && now.attention.length > 0 && (
          <span className={classes.count}>{format.number(now.attention.length)}</span>
        )}
      </h2>
      {now === undefined && <Skeleton height={160} />}
      {nothing && <p className={classes.quiet}>{t('dashboard_needs_none')}</p>}
      <ul>
        {now?.attention.map((one) => (
          <Line key={`${one.bookingId} ${one.kind}`} attention={one} clock={clock} onOpen={setOpened} />
        ))}
        {now?.waiting !== undefined && (
          <>
            <Waiting to={paths.driversWaiting()} count={now.waiting.drivers} text="dashboard_needs_drivers" />
            <Waiting to={paths.withdraws()} count={now.waiting.withdrawals} text="dashboard_needs_withdrawals" />
            <Waiting to={paths.addToWallet()} count={now.waiting.credits} text="dashboard_needs_credits" />
            <Waiting to={paths.reviews()} count={now.waiting.payments} text="dashboard_needs_payments" />
          </>
        )}
      </ul>
      {now?.more === true && (
        <p className={classes.quiet}>{t('dashboard_needs_more', { count: now.attention.length })}</p>
      )}
      {opened?.action === 'assign' && <AssignDialog booking={opened.booking} onClose={close} />}
      {opened?.action === 'cash' && <CashDialog booking={opened.booking} onClose={close} />}
    </section>
  )
}

const total = (waiting: Reply<typeof dashboardCalls.now>['waiting']): number =>
  waiting === undefined ? 0 : waiting.drivers + waiting.withdrawals + waiting.credits + waiting.payments

interface LineProps {
  readonly attention: Attention
  readonly clock: number
  readonly onOpen: (opened: OpenedAction) => void
}

const Line = ({ attention, clock, onOpen }: LineProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { Icon, tone } = looks[attention.kind]
  const { customer, driver } = attention
  return (
    <li className={classes.line}>
      <Link
        to={ofSafety.has(attention.kind) ? paths.safety() : paths.booking(attention.bookingId)}
        className={classes.need}
        data-tone={tone}
      >
        <Icon size={20} stroke={1.75} aria-hidden />
        <span>
          <b>{t(`attention_${attention.kind}`)}</b>
          <small>
            <bdi>{customer}</bdi>
            {driver !== null && (
              <>
                {' · '}
                <bdi>{driver}</bdi>
              </>
            )}
          </small>
          <time dateTime={new Date(attention.since).toISOString()} title={format.date(attention.since, 'date-time')}>
            {t('attention_for', { time: format.duration(Math.max(0, clock - attention.since) / 1000) })}
          </time>
        </span>
      </Link>
      <NeedAction attention={attention} onOpen={onOpen} />
    </li>
  )
}

interface WaitingProps {
  readonly to: string
  readonly count: number
  readonly text: `dashboard_needs_${'drivers' | 'withdrawals' | 'credits' | 'payments'}`
}

const Waiting = ({ to, count, text }: WaitingProps) => {
  const { t } = useTranslation()
  if (count === 0) return null
  return (
    <li>
      <Link to={to} className={classes.need} data-tone="wait">
        <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
        <b>{t(text, { count })}</b>
        <IconChevronRight size={18} stroke={1.75} className={classes.ahead ?? ''} aria-hidden />
      </Link>
    </li>
  )
}
