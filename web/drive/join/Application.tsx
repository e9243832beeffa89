import { Button, Group, Text, Textarea } from '@mantine/core'
import { accountsCalls } from '@remis/domain/accounts/accounts-routes'
import type { ApplicationView } from '@remis/domain/driver-documents/driver-documents-api'
import { driverDocumentsCalls } from '@remis/domain/driver-documents/driver-documents-routes'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { plainCall, queryClient } from '../../platform/api/plain-call.ts'
import { sessionEnded } from '../../platform/api/session.ts'
import { useFormat } from '../../platform/use-format.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { LeaveGuard } from '../../ui/dialogs/LeaveGuard.tsx'
import { applicationKey } from './application-key.ts'
import { DocumentCard } from './DocumentCard.tsx'
import classes from './join.module.css'
import { useApplicationChange } from './use-application-change.ts'
import { useVehicleForm } from './use-vehicle-form.ts'
import { VehiclePart } from './VehiclePart.tsx'

/** The state of the application, in a sentence. */
const ApplicationState = ({ application }: { application: ApplicationView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { approved, paused, state, sentAt, reason } = application
  const tone = paused || (!approved && state === 'refused') ? 'bad' : approved ? 'good' : 'waiting'
  const words = paused
    ? t('join_paused')
    : approved
      ? t('join_approved')
      : state === 'sent'
        ? t('join_sent', { date: format.date(sentAt ?? 0, 'date') })
        : state === 'refused'
          ? t('join_refused', { reason })
          : t('join_open')
  return (
    <output className={classes.standing} data-tone={tone}>
      <Text fw={600}>{words}</Text>
      {approved && (
        <Button component={Link} to={paths.drive()} size="md">
          {t('join_drive')}
        </Button>
      )}
    </output>
  )
}

export const Application = ({ application }: { application: ApplicationView }) => {
  const { t } = useTranslation()
  const { approved, state, missing } = application
  const [appeal, setAppeal] = useState('')
  const send = useApplicationChange(driverDocumentsCalls.send)
  const editable = !approved && state !== 'sent'
  const vehicle = useVehicleForm(application, editable)
  const isDirty = vehicle.isChanged || (editable && appeal.trim() !== '')
  const [asksLeave, setAsksLeave] = useState(false)
  // The office judges the stored vehicle [design/documents-17].
  const sendAll = async () => {
    if (vehicle.isChanged && !(await vehicle.save())) return
    send.mutate({ body: appeal.trim() === '' ? {} : { appeal: appeal.trim() } }, { onSuccess: () => setAppeal('') })
  }
  const leave = async () => {
    await plainCall(accountsCalls.signOut, {}).catch(() => undefined)
    sessionEnded()
    void queryClient.resetQueries({ queryKey: applicationKey })
  }
  return (
    <>
      <ApplicationState application={application} />
      <VehiclePart vehicle={vehicle} editable={editable} />
      <section className={classes.card} aria-labelledby="join-documents">
        <h2 id="join-documents">{t('join_documents')}</h2>
        <Text c="dimmed">{t('join_documents_lead')}</Text>
        <ul className={classes.documents}>
          {application.documents.map((slot) => (
            <DocumentCard key={slot.kind} slot={slot} />
          ))}
        </ul>
      </section>
      {editable && (
        <section className={classes.card} aria-labelledby="join-send">
          <h2 id="join-send">{t('join_send')}</h2>
          {state === 'refused' && (
            <Textarea
              size="md"
              dir="auto"
              rows={3}
              maxLength={1000}
              label={t('join_appeal')}
              description={t('join_appeal_lead')}
              value={appeal}
              onChange={(event) => setAppeal(event.currentTarget.value)}
            />
          )}
          {missing.length > 0 && <Text c="dimmed">{t('application_incomplete')}</Text>}
          <Group>
            <Button
              size="lg"
              disabled={missing.length > 0 && !vehicle.isChanged}
              loading={vehicle.isSaving || send.isPending}
              onClick={() => void sendAll()}
            >
              {t('join_send')}
            </Button>
          </Group>
        </section>
      )}
      {!approved && (
        <Button
          variant="subtle"
          className={classes.leave ?? ''}
          onClick={() => (isDirty ? setAsksLeave(true) : void leave())}
        >
          {t('sign_out')}
        </Button>
      )}
      {asksLeave && (
        <ConfirmDialog
          title={t('sign_out')}
          lead={t('form_unsaved')}
          confirm={t('form_discard')}
          keep={t('form_keep_editing')}
          busy={false}
          onConfirm={() => void leave()}
          onClose={() => setAsksLeave(false)}
        />
      )}
      <LeaveGuard dirty={isDirty} />
    </>
  )
}
