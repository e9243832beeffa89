import { dayMs } from '@remis/domain/kit/durations'
import { fullName } from '@remis/domain/people/first-name'
import '@mantine/core/styles/Checkbox.layer.css'
import { Button, Checkbox, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { PersonView } from '@remis/domain/people/people-api'
import { peopleCalls } from '@remis/domain/people/people-routes'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../../platform/api/settings.ts'
import { serverNow } from '../../platform/api/server-clock.ts'
import { Dialog, DialogFields } from '../../ui/dialogs/Dialog.tsx'
import { UnsavedQuestion, useUnsaved } from '../../ui/dialogs/unsaved.tsx'
import { focusFirstWrong } from '../../ui/dialogs/focus-first-wrong.ts'
import { usePersonChange } from '../people-queries.ts'
import { startOfDay } from '../start-of-day.ts'

interface Props {
  readonly person: PersonView
  readonly onClose: () => void
}

const days = [1, 7, 30] as const

/** Suspends with a reason, until the office ends it, for some days or until a day of the operator's zone. */
export const SuspendDialog = ({ person, onClose }: Props) => {
  const { t } = useTranslation()
  const settings = useSettings()
  const [reason, setReason] = useState('')
  const [end, setEnd] = useState('never')
  const [day, setDay] = useState('')
  const [atOnce, setAtOnce] = useState(false)
  const [checked, setChecked] = useState(false)
  const suspend = usePersonChange(peopleCalls.suspend)
  const busy = suspend.isPending
  const { asking, close, leave, keep } = useUnsaved({ dirty: reason !== '', busy }, onClose)
  const content = useRef<HTMLDivElement>(null)
  const noReason = reason.trim() === ''
  const until =
    end === 'never'
      ? null
      : end === 'date'
        ? startOfDay(day, settings?.timezone ?? 'UTC')
        : serverNow() + Number(end) * dayMs
  const wrongDay = end === 'date' && (until === null || until <= serverNow())
  const send = () => {
    setChecked(true)
    if (noReason || wrongDay) return focusFirstWrong(content.current)
    suspend.mutate(
      { params: { id: person.id }, body: { reason: reason.trim(), until, atOnce: atOnce && person.trip !== null } },
      { onSuccess: onClose },
    )
  }
  return (
    <Dialog
      title={t('person_suspend_title', { name: fullName(person) })}
      closeLabel={t('cancel')}
      busy={busy}
      onClose={close}
    >
      <Stack ref={content} gap="md">
        <Text>{t('person_suspend_lead')}</Text>
        <Text>{t('person_suspend_open')}</Text>
        <DialogFields busy={busy}>
          <Textarea
            label={t('person_suspend_reason')}
            required
            data-autofocus
            maxLength={300}
            rows={2}
            value={reason}
            error={checked && noReason ? t('person_reason_missing') : null}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <NativeSelect
            label={t('person_suspend_end')}
            size="md"
            value={end}
            onChange={(event) => setEnd(event.currentTarget.value)}
            data={[
              { value: 'never', label: t('person_suspend_forever') },
              ...days.map((count) => ({ value: String(count), label: t('person_suspend_days', { count }) })),
              { value: 'date', label: t('person_suspend_date') },
            ]}
          />
          {end === 'date' && (
            <TextInput
              type="date"
              size="md"
              label={t('person_suspend_date_label')}
              value={day}
              error={checked && wrongDay ? t('person_suspend_date_wrong') : null}
              onChange={(event) => setDay(event.currentTarget.value)}
            />
          )}
          {person.trip !== null && (
            <>
              <Text fw={600}>{t('person_suspend_trip')}</Text>
              <Checkbox
                size="md"
                color="red"
                label={t('person_suspend_at_once')}
                description={t('person_suspend_at_once_hint')}
                checked={atOnce}
                onChange={(event) => setAtOnce(event.currentTarget.checked)}
              />
            </>
          )}
        </DialogFields>
        {asking ? (
          <UnsavedQuestion onKeep={keep} onDiscard={leave} />
        ) : (
          <Group justify="flex-end" gap="sm">
            <Button variant="default" size="md" disabled={busy} onClick={close}>
              {t('cancel')}
            </Button>
            <Button color="red" size="md" loading={busy} onClick={send}>
              {t('person_suspend')}
            </Button>
          </Group>
        )}
      </Stack>
    </Dialog>
  )
}
