import { Group, Skeleton, Text, Textarea } from '@mantine/core'
import type { DocumentSlot } from '@remis/domain/driver-documents/driver-documents-api'
import { driverDocumentsCalls } from '@remis/domain/driver-documents/driver-documents-routes'
import type { PersonView } from '@remis/domain/people/people-api'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/api/call.ts'
import { useSession } from '../../platform/api/session.ts'
import { EditButton } from '../../platform/list/demo.tsx'
import { useFormat } from '../../platform/use-format.ts'
import { inSameRow, LeaveGuard } from '../../ui/dialogs/LeaveGuard.tsx'
import { ReadFailure } from '../../ui/ReadFailure.tsx'
import { personKey, usePersonChange } from '../people-queries.ts'
import classes from './documents.module.css'
import { DocumentRow, type Decision } from './DocumentRow.tsx'

/** The checklist of an application: each document, then the whole [design/documents-6]. */
export const DocumentsOf = ({ person }: { person: PersonView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { user } = useSession()
  const [reason, setReason] = useState('')
  // by the id of the document
  const [typed, setTyped] = useState<Readonly<Record<string, Decision>>>({})
  const decide = usePersonChange(driverDocumentsCalls.decideAll)
  const { data, isError, refetch } = useQuery({
    queryKey: [...personKey(person.id), 'documents'],
    queryFn: async () => (await call(driverDocumentsCalls.ofPerson, { params: { id: person.id } })).application,
  })
  if (data === undefined)
    return isError ? (
      <ReadFailure text={t('person_failed')} onRetry={() => void refetch()} />
    ) : (
      <Skeleton height={240} aria-busy="true" />
    )
  const { state, approved, version, sentAt, decidedAt, reason: refusedFor, appeal, vehicle, documents } = data
  const since = state === 'sent' ? sentAt : decidedAt
  const admin = user?.usertype === 'admin'
  const params = { id: person.id }
  const isReady = documents.every(({ required, accepted }) => !required || accepted !== null)
  const waits = admin && !approved && state === 'sent'
  const isTyped = ({ latest }: DocumentSlot) =>
    latest?.state === 'waiting' &&
    ((typed[latest.id]?.reason ?? '').trim() !== '' ||
      (typed[latest.id]?.day ?? latest.expiresOn ?? '') !== (latest.expiresOn ?? ''))
  const dirty = admin && (documents.some(isTyped) || (waits && reason.trim() !== ''))
  const car = [vehicle.vehicleMake, vehicle.vehicleModel, vehicle.vehicleNumber].filter(Boolean).join(' · ')
  return (
    <div className={classes.sections}>
      {state !== 'open' && (
        <Text>
          {t(`application_state_${state}`)}
          {since !== null && ` · ${format.date(since, 'date-time')}`}
        </Text>
      )}
      {state === 'refused' && (
        <Text size="sm" c="red" dir="auto">
          {refusedFor}
        </Text>
      )}
      {car !== '' && <bdi>{car}</bdi>}
      {appeal !== '' && (
        <blockquote className={classes.appeal}>
          <small>{t('application_appeal')}</small>
          <span dir="auto">{appeal}</span>
        </blockquote>
      )}
      <ul className={classes.list}>
        {documents.map((slot) => (
          <DocumentRow
            key={slot.kind}
            slot={slot}
            person={person.id}
            admin={admin}
            typed={typed[slot.latest?.id ?? ''] ?? {}}
            onType={(decision) => setTyped({ ...typed, [slot.latest?.id ?? '']: decision })}
          />
        ))}
      </ul>
      {waits && (
        <section className={classes.whole} aria-labelledby="application-decision">
          <h3 id="application-decision">{t('application_decision')}</h3>
          {!isReady && <Text c="dimmed">{t('application_not_ready')}</Text>}
          <Textarea
            size="md"
            dir="auto"
            rows={2}
            maxLength={1000}
            label={t('application_reason')}
            value={reason}
            readOnly={decide.isPending}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Group>
            <EditButton
              disabled={!isReady}
              loading={decide.isPending}
              onClick={() => decide.mutate({ params, body: { approve: true, version } })}
            >
              {t('application_approve')}
            </EditButton>
            <EditButton
              variant="light"
              color="red"
              disabled={reason.trim() === ''}
              loading={decide.isPending}
              onClick={() =>
                decide.mutate(
                  { params, body: { approve: false, reason: reason.trim() } },
                  { onSuccess: () => setReason('') },
                )
              }
            >
              {t('application_refuse')}
            </EditButton>
          </Group>
        </section>
      )}
      <LeaveGuard dirty={dirty} stays={inSameRow} />
    </div>
  )
}
