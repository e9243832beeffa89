import '../mantine-parts.ts'
import { Button, CloseButton, Drawer, Group } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Fragment, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { UnsavedQuestion, useUnsaved } from '../dialogs/unsaved.tsx'
import { useDialog } from '../dialogs/use-dialog.ts'
import { Field } from './Field.tsx'
import classes from './form.module.css'
import { faultsOf, toEntry, toValues, type FormField, type FormValues } from './form-fields.ts'

/** Texts by field. */
type Faults = Readonly<Record<string, string>>

interface Props<Entry> {
  readonly title: string
  readonly fields: readonly FormField<Entry>[]
  /** what is edited; a new entry begins with some of it */
  readonly entry: Partial<Entry>
  /** of the button; null: the entry is only shown */
  readonly save: string | null
  /** what is wrong with an entry with all fields filled in; null: nothing */
  readonly check: (entry: Entry) => Faults | null
  /** sends it; answers what the server refuses, null when it is saved */
  readonly submit: (entry: Entry) => Promise<Faults | null>
  readonly onClose: () => void
  /** the parameter of the address that opened it */
  readonly param?: string
  /**
   * Shown below the fields: what the entry means. `entry` is null while it is incomplete; `typed` has the filled-in
   * fields.
   */
  readonly preview?: (entry: Entry | null, typed: Partial<Entry>) => ReactNode
  /** Shown instead of the buttons when a decision is needed before saving; `leave` closes without asking. */
  readonly decision?: (leave: () => void) => ReactNode
}

/**
 * A form at the side of a list, made from the declaration of its fields. Faults are shown at the field, also faults
 * that the server reports; it is sent once, however often Save is pressed; unsaved changes are not lost without a
 * question.
 */
export const EntrySheet = <Entry extends object>(props: Props<Entry>) => {
  const { title, entry, save, check, submit, onClose } = props
  const fields = save === null ? props.fields.map((field) => ({ ...field, readOnly: true })) : props.fields
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const form = useForm<Record<string, string | boolean>>({
    initialValues: { ...toValues(fields, entry) },
    validate: (values) => {
      const missing = Object.entries(faultsOf(fields, values)).map(([name, fault]) => [
        name,
        t(fault.key, { ...fault.with }),
      ])
      return missing.length > 0 ? Object.fromEntries(missing) : { ...check(toEntry(fields, values)) }
    },
  })
  const preview = () => {
    const typed = toEntry(fields, form.values)
    const isComplete = Object.keys(faultsOf(fields, form.values)).length === 0
    return props.preview?.(isComplete ? typed : null, typed)
  }
  const { asking, close, leave, keep } = useUnsaved({ dirty: form.isDirty(), busy }, onClose)
  useDialog(close, props.param)
  const send = async (values: FormValues) => {
    if (busy) return
    setBusy(true)
    const faults = await submit(toEntry(fields, values))
    if (faults === null) return leave()
    setBusy(false)
    showFaults(faults)
  }
  const showFaults = (faults: Record<string, unknown> | Faults) => {
    form.setErrors(faults as Faults)
    const first = fields.find(({ name }) => name in faults)
    if (first !== undefined) requestAnimationFrame(() => document.getElementById(`field-${first.name}`)?.focus())
  }
  return (
    <Drawer.Root opened onClose={close} position="right" size={460}>
      <Drawer.Overlay />
      <Drawer.Content className={classes.sheet ?? ''}>
        <form
          className={classes.form}
          noValidate
          onSubmit={(event) =>
            form.onSubmit(
              (values) => void send(values),
              (faults) => showFaults(faults),
            )(event)
          }
        >
          <div className={classes.head}>
            <Drawer.Title className={classes.title ?? ''}>{title}</Drawer.Title>
            <CloseButton size="lg" aria-label={t('close')} onClick={close} />
          </div>
          <div className={classes.fields}>
            {fields.map((field, at) => (
              <Fragment key={field.name}>
                {field.section !== undefined && <h3 className={classes.section}>{field.section}</h3>}
                <Field
                  field={field}
                  first={at === 0}
                  busy={busy}
                  unit={typeof field.unit === 'function' ? field.unit(form.values) : field.unit}
                  value={form.values[field.name]}
                  onChange={(value) => form.setFieldValue(field.name, value as never)}
                  props={form.getInputProps(field.name, { type: field.kind === 'switch' ? 'checkbox' : 'input' })}
                />
              </Fragment>
            ))}
            {props.preview !== undefined && preview()}
          </div>
          {!asking && props.decision !== undefined ? (
            <div className={classes.foot}>{props.decision(leave)}</div>
          ) : asking ? (
            <div className={classes.foot}>
              <UnsavedQuestion onKeep={keep} onDiscard={leave} />
            </div>
          ) : (
            <div className={classes.foot}>
              <Group gap="sm" justify="flex-end">
                <Button variant="default" size="md" onClick={close} disabled={busy}>
                  {t(save === null ? 'close' : 'cancel')}
                </Button>
                {save !== null && (
                  <Button type="submit" size="md" loading={busy}>
                    {save}
                  </Button>
                )}
              </Group>
            </div>
          )}
        </form>
      </Drawer.Content>
    </Drawer.Root>
  )
}
