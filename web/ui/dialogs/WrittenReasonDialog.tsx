import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog, DialogFields } from './Dialog.tsx'
import { UnsavedQuestion, useUnsaved } from './unsaved.tsx'
import { focusFirstWrong } from './focus-first-wrong.ts'
import { useReasonForm, type WithReason } from './use-reason-form.ts'

interface Texts {
  readonly title: string
  readonly lead: string
  readonly confirm: string
  /** it ends something */
  readonly danger?: boolean
  readonly busy: boolean
  readonly onClose: () => void
}

/** Asks the office for a reason in its own words before it does something that is audited. */
export const WrittenReasonDialog = ({
  onConfirm,
  ...texts
}: Texts & { readonly onConfirm: (reason: string) => void }) => (
  <ReasonFormDialog {...texts} form={useReasonForm({})} onConfirm={({ reason }) => onConfirm(reason)} />
)

interface Props<Values extends WithReason> extends Texts {
  readonly form: UseFormReturnType<Values>
  /** what is asked before the reason */
  readonly fields?: ReactNode
  /** below the reason */
  readonly more?: ReactNode
  /** false: cannot be confirmed yet, for example while its rows are not loaded; default: true */
  readonly ready?: boolean
  /** the reason is trimmed */
  readonly onConfirm: (values: Values) => void
}

/** A `WrittenReasonDialog` that asks more than the reason. */
export const ReasonFormDialog = <Values extends WithReason>(props: Props<Values>) => {
  const { title, lead, confirm, danger, busy, form, fields, more, ready = true, onConfirm, onClose } = props
  const { t } = useTranslation()
  const { asking, close, leave, keep } = useUnsaved({ dirty: form.isDirty(), busy }, onClose)
  const content = useRef<HTMLDivElement>(null)
  const send = () => {
    const submit = form.onSubmit(
      (values) => onConfirm({ ...values, reason: values.reason.trim() }),
      () => focusFirstWrong(content.current),
    )
    submit()
  }
  return (
    <Dialog title={title} closeLabel={t('cancel_keep')} busy={busy} onClose={close}>
      <Stack ref={content} gap="md">
        <Text>{lead}</Text>
        <DialogFields busy={busy}>
          {fields}
          <Textarea
            label={t('office_reason')}
            required
            maxLength={300}
            rows={2}
            {...(fields === undefined ? { 'data-autofocus': true } : {})}
            {...form.getInputProps('reason')}
          />
          {more}
        </DialogFields>
        {asking ? (
          <UnsavedQuestion onKeep={keep} onDiscard={leave} />
        ) : (
          <Group justify="flex-end" gap="sm">
            <Button variant="default" size="md" disabled={busy} onClick={close}>
              {t('cancel_keep')}
            </Button>
            <Button {...(danger ? { color: 'red' } : {})} size="md" loading={busy} disabled={!ready} onClick={send}>
              {confirm}
            </Button>
          </Group>
        )}
      </Stack>
    </Dialog>
  )
}
