import { Button, Skeleton, Stack, Text, Textarea } from '@mantine/core'
import type { AlertView } from '@remis/domain/safety/safety-api'
import { mostNote, safetyDeskCalls } from '@remis/domain/safety/safety-routes'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StatusChip } from '../booking-parts/StatusChip.tsx'
import { paths } from '../paths.ts'
import { isGone } from '../platform/api/call-outcome.ts'
import { keyOf } from '../platform/show-message.ts'
import { useFormat } from '../platform/use-format.ts'
import { PhoneNumber } from '../ui/parts/phone/PhoneNumber.tsx'
import { ReadFailure } from '../ui/ReadFailure.tsx'
import { inSameRow, LeaveGuard } from '../ui/dialogs/LeaveGuard.tsx'
import { useFocusKept } from '../ui/dialogs/use-focus.ts'
import { SidePanel } from '../ui/parts/SidePanel.tsx'
import { AlertChip, kindText } from './AlertChip.tsx'
import { AlertPlaces } from './AlertPlaces.tsx'
import { CloseAlert } from './CloseAlert.tsx'
import classes from './desk.module.css'
import { alertQuery, useAlertStep } from './safety-queries.ts'

/** One alert beside the list. */
export const AlertPanel = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const { data: alert, error, refetch } = useQuery(alertQuery(id))
  return (
    <SidePanel
      labelledBy="alert-name"
      onClose={onClose}
      bar={alert === undefined ? <span /> : <Link to={paths.booking(alert.bookingId)}>{alert.bookingId}</Link>}
    >
      {alert !== undefined ? (
        <AlertCard alert={alert} />
      ) : error === null ? (
        <Stack aria-busy="true">
          <Skeleton height={28} width="70%" />
          <Skeleton height={120} />
          <Skeleton height={180} />
        </Stack>
      ) : (
        <ReadFailure
          textId="alert-name"
          text={t(isGone(error) ? 'alert_not_found' : keyOf(error))}
          onRetry={isGone(error) ? undefined : () => void refetch()}
        />
      )}
    </SidePanel>
  )
}

const AlertCard = ({ alert }: { readonly alert: AlertView }) => {
  const { t } = useTranslation()
  const [closing, setClosing] = useState(false)
  const take = useAlertStep(safetyDeskCalls.take)
  return (
    <>
      <header className={classes.head}>
        <h2 id="alert-name">{t('alert_title', { name: alert.name })}</h2>
        <div className={classes.chips}>
          <AlertChip alert={alert} />
          <StatusChip status={alert.status} />
        </div>
        <Text c="dimmed">
          {t(`alert_role_${alert.role}`)} · {kindText(t, alert)}
        </Text>
        {alert.outcome !== null && (
          <Text fw={600}>
            {t('alert_outcome')}: {t(`alert_outcome_${alert.outcome}`)}
          </Text>
        )}
      </header>
      {alert.state === 'open' && (
        <Button
          size="md"
          color="red"
          loading={take.isPending}
          onClick={() => take.mutate({ params: { id: alert.id } })}
        >
          {t('alarm_take')}
        </Button>
      )}
      {alert.state === 'taken' && (
        <Button size="md" variant="default" onClick={() => setClosing(true)}>
          {t('alert_close')}
        </Button>
      )}
      <People alert={alert} />
      <AlertPlaces alert={alert} />
      <Timeline alert={alert} />
      <NoteForm id={alert.id} />
      {closing && <CloseAlert alert={alert} onClose={() => setClosing(false)} />}
    </>
  )
}

const People = ({ alert: { rider, driver, car } }: { readonly alert: AlertView }) => {
  const { t } = useTranslation()
  const people = [
    { role: 'rider' as const, ...rider, more: null },
    ...(driver === null
      ? []
      : [{ role: 'driver' as const, ...driver, more: [car.name, car.plate].filter(Boolean).join(t('list_comma')) }]),
  ]
  return (
    <section className={classes.part} aria-labelledby="alert-people">
      <h3 id="alert-people">{t('alert_people')}</h3>
      <ul className={classes.people}>
        {people.map(({ id, role, name, mobile, more }) => (
          <li key={role}>
            <span className={classes.two}>
              <Link to={paths.person(id)}>
                <bdi>{name}</bdi>
              </Link>
              <small>
                {t(`alert_role_${role}`)}
                {more && (
                  <>
                    {' · '}
                    <bdi>{more}</bdi>
                  </>
                )}
              </small>
            </span>
            {mobile !== null && <PhoneNumber number={mobile} label={t('alert_call', { name })} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

const Timeline = ({ alert }: { readonly alert: AlertView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <section className={classes.part} aria-labelledby="alert-timeline">
      <h3 id="alert-timeline">{t('alert_timeline')}</h3>
      <ol className={classes.timeline}>
        {alert.events.map(({ id, what, at, by, text }) => (
          <li key={id}>
            <time dateTime={new Date(at).toISOString()}>{format.date(at, 'date-time')}</time>
            <span>
              {t(what === 'pressed' && alert.kind === 'help' ? 'alert_event_asked' : `alert_event_${what}`)}
              {by !== null && (
                <>
                  {' · '}
                  <bdi>{by}</bdi>
                </>
              )}
            </span>
            {text !== null && <p dir="auto">{text}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}

const NoteForm = ({ id }: { readonly id: string }) => {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const add = useAlertStep(safetyDeskCalls.note)
  // The button is off again once the note is sent.
  const field = useFocusKept<HTMLTextAreaElement>(text)
  return (
    <form
      className={classes.note}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') add.mutate({ params: { id }, body: { text } }, { onSuccess: () => setText('') })
      }}
    >
      <Textarea
        ref={field}
        label={t('alert_note')}
        maxLength={mostNote}
        rows={2}
        value={text}
        readOnly={add.isPending}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" size="md" loading={add.isPending} disabled={text.trim() === ''}>
        {t('alert_note_add')}
      </Button>
      <LeaveGuard dirty={text.trim() !== ''} stays={inSameRow} />
    </form>
  )
}
