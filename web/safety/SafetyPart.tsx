import { Button, Group, Text } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { knownEnd } from '@remis/domain/booking/booking-status'
import type { OwnSafety } from '@remis/domain/safety/safety-api'
import { safetyCalls } from '@remis/domain/safety/safety-routes'
import { IconPhone, IconShieldCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { mayHaveHappened } from '../platform/api/call-outcome.ts'
import { call } from '../platform/api/call.ts'
import { newKey } from '../platform/api/plain-call.ts'
import { useSession } from '../platform/api/session.ts'
import { keyOf, showFailure } from '../platform/show-message.ts'
import { useFormat } from '../platform/use-format.ts'
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx'
import { HoldButton } from './HoldButton.tsx'
import classes from './safety.module.css'
import { keptPanic } from './kept-alert.ts'
import { readSafetyAgain, readAllowedPosition, readPosition, useAlertSender, useSafety } from './use-safety.ts'

interface Props {
  readonly trip: Pick<BookingView, 'id' | 'status' | 'driver' | 'endTime' | 'reachedAt' | 'cancelledAt'>
  readonly side: 'rider' | 'driver'
  /** the link for others to follow the ride, on trips with and without a panic button */
  readonly share: ReactNode
}

/** The panic button of a trip and the link for others [design/safety-1]. */
export const SafetyPart = ({ trip, side, share }: Props) => {
  const { t } = useTranslation()
  const { user } = useSession()
  const { hasPanic, onTrip, safety } = useSafety(trip)
  if (!hasPanic || user === null) return share
  if (!onTrip)
    return (
      <>
        <LateAlert bookingId={trip.id} person={user.id} endedAt={trip.cancelledAt ?? knownEnd(trip) ?? 0} />
        {share}
      </>
    )
  return (
    <section className={classes.safety} aria-labelledby="safety-title">
      <h2 id="safety-title">
        <IconShieldCheck size={20} stroke={1.75} aria-hidden />
        {t('safety_title')}
      </h2>
      <Panic bookingId={trip.id} person={user.id} safety={safety} panic={safety?.panic ?? keptPanic(trip.id)} />
      <Text size="sm" c="dimmed">
        {t(side === 'driver' ? 'safety_contact_driver' : 'safety_contact')}
      </Text>
      {share}
    </section>
  )
}

/** The question to the rider whether everything is all right: above all else, it is answered within minutes. */
export const SafetyQuestion = ({ trip }: Pick<Props, 'trip'>) => {
  const { user } = useSession()
  const { safety } = useSafety(trip)
  if (!safety?.question || user === null) return null
  const { question, panic } = safety
  return <Question key={question.id} bookingId={trip.id} person={user.id} question={question} panic={panic} />
}

const numberLink = (panic: string): string => `tel:${panic.replace(/[^+\d]/g, '')}`

/** Opens the phone's dialler. A browser may refuse it; the link below the button stays. */
const dial = (panic: string): void => {
  const link = document.createElement('a')
  link.href = numberLink(panic)
  link.click()
}

interface PanicProps {
  readonly bookingId: string
  readonly person: string
  readonly safety: OwnSafety | undefined
  /** the number to call; empty: the office has set none */
  readonly panic: string
}

const Panic = ({ bookingId, person, safety, panic }: PanicProps) => {
  const { t } = useTranslation()
  const { phase, refused, press } = useAlertSender(person, bookingId)
  const [asking, setAsking] = useState(false)
  const found = useRef<Awaited<ReturnType<typeof readPosition>>>(null)
  const alert = safety?.alert ?? null
  const locate = () => {
    found.current = null
    void readAllowedPosition().then((position) => (found.current = position))
  }
  const send = () => {
    press(found.current)
    if (panic !== '') dial(panic)
  }
  return (
    <>
      <HoldButton
        label={t('safety_hold')}
        hint={panic === '' ? t('safety_hold_office') : t('safety_hold_call', { number: panic })}
        onBegin={locate}
        onHeld={send}
        onPlainPress={() => {
          locate()
          setAsking(true)
        }}
      />
      <AlertState phase={phase} refused={refused} alert={alert} panic={panic} />
      {asking && (
        <ConfirmDialog
          title={t('safety_confirm_title')}
          lead={t('safety_confirm_lead')}
          confirm={t('safety_confirm')}
          keep={t('cancel')}
          busy={false}
          onConfirm={() => {
            setAsking(false)
            send()
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

/**
 * What became of an alert that was not sent when its trip ended; the server takes it for half an hour
 * [design/safety-5].
 */
const LateAlert = ({ bookingId, person, endedAt }: Pick<PanicProps, 'bookingId' | 'person'> & { endedAt: number }) => {
  const { phase, refused, sent } = useAlertSender(person, bookingId)
  const late = sent !== null && sent.sentAt >= endedAt ? sent : null
  if (phase === 'idle' && refused === null && late === null) return null
  return (
    <section className={classes.safety}>
      <AlertState phase={phase} refused={refused} alert={late} panic={keptPanic(bookingId)} />
    </section>
  )
}

interface StateProps {
  readonly phase: ReturnType<typeof useAlertSender>['phase']
  readonly refused: unknown
  readonly alert: OwnSafety['alert']
  readonly panic: string
}

/** The state of the alert; claims only what the server has confirmed. */
const AlertState = ({ phase, refused, alert, panic }: StateProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const time = (at: number) => format.date(at, 'time')
  const state =
    phase === 'waiting'
      ? {
          look: 'bad',
          text: panic === '' ? t('safety_not_sent') : t('safety_not_sent_number', { number: panic }),
        }
      : refused !== null
        ? { look: 'bad', text: `${t('safety_refused')} ${t(keyOf(refused))}` }
        : alert !== null
          ? alert.takenAt === null
            ? { look: 'wait', text: t('safety_sent', { time: time(alert.sentAt) }) }
            : { look: 'good', text: t('safety_seen', { time: time(alert.takenAt) }) }
          : phase === 'sending'
            ? { look: 'wait', text: t('safety_sending') }
            : null
  const part = useRef<HTMLDivElement>(null)
  // On a phone it may be below the visible part of the panel.
  useEffect(() => {
    if (phase !== 'idle') part.current?.scrollIntoView({ block: 'nearest' })
  }, [phase])
  return (
    <div ref={part} className={classes.state} data-look={state?.look}>
      <output aria-live="assertive">{state?.text}</output>
      {state !== null && panic !== '' && (
        <Button
          component="a"
          href={numberLink(panic)}
          color="red"
          size="md"
          leftSection={<IconPhone size={18} stroke={1.75} aria-hidden />}
        >
          {t('safety_call', { number: panic })}
        </Button>
      )}
    </div>
  )
}

interface QuestionProps {
  readonly bookingId: string
  readonly person: string
  readonly question: NonNullable<OwnSafety['question']>
  readonly panic: string
}

/** Asked first, before the office looks into a trip that seems unusual [design/safety-21]. */
const Question = ({ bookingId, person, question, panic }: QuestionProps) => {
  const { t } = useTranslation()
  const { phase, press } = useAlertSender(person, bookingId)
  const asksForHelp = phase !== 'idle'
  // a lost reply answers once
  const key = useRef(newKey())
  const fine = useMutation({
    mutationFn: () => {
      const body = { question: question.id, fine: true, position: null }
      return call(safetyCalls.answer, { params: { id: bookingId }, body }, { key: key.current })
    },
    retry: (failures, error) => failures < 20 && mayHaveHappened(error),
    retryDelay: 2000,
    onError: showFailure,
    onSettled: () => readSafetyAgain(bookingId),
  })
  return (
    <section className={classes.question} role="alert" aria-labelledby="safety-question">
      <h2 id="safety-question">{t('safety_ask')}</h2>
      <p>
        {t(`safety_ask_${question.hint}`)} {t('safety_ask_lead')}
      </p>
      <Group grow preventGrowOverflow={false} gap="sm">
        <Button
          size="md"
          variant="default"
          disabled={asksForHelp}
          loading={fine.isPending}
          onClick={() => fine.mutate()}
        >
          {t('safety_fine')}
        </Button>
        <Button size="md" color="red" loading={asksForHelp} onClick={() => press(null, question.id)}>
          {t('safety_help')}
        </Button>
      </Group>
      {phase === 'waiting' && <Text size="sm">{t('safety_not_sent')}</Text>}
      {panic !== '' && (
        <Text size="sm">
          <a href={numberLink(panic)}>{t('safety_call', { number: panic })}</a>
        </Text>
      )}
    </section>
  )
}
