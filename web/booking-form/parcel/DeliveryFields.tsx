import { Textarea, TextInput } from '@mantine/core'
import type { Fault } from '@remis/domain/kit/check'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeliveryDetails } from './instruction.ts'
import classes from './parcel.module.css'

interface Props {
  readonly value: DeliveryDetails
  readonly onChange: (details: DeliveryDetails) => void
  /** on the booking screen of the office [delivery-9] */
  readonly needsName: boolean
  readonly disabled: boolean
  /** a new object for each Confirm; its field gets the focus */
  readonly fault: Fault | null
}

/** The delivery details of the estimate: receiver and instructions [delivery-7]. */
export const DeliveryFields = ({ value, onChange, needsName, disabled, fault }: Props) => {
  const { t } = useTranslation()
  const fields = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (fault !== null) fields.current?.querySelector<HTMLInputElement>(`[name="${fault.field}"]`)?.focus()
  }, [fault])
  const field = (name: keyof DeliveryDetails) => ({
    name,
    size: 'md' as const,
    autoComplete: 'off',
    value: value[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ ...value, [name]: currentTarget.value }),
  })
  /** The message of the server names both fields; below a field only that one is named [design/delivery-61]. */
  const said = (name: keyof DeliveryDetails, key: 'recipient_name_missing' | 'recipient_phone_wrong') =>
    fault?.field === name ? t(key) : null
  return (
    <fieldset ref={fields} className={classes.details} disabled={disabled}>
      <legend>{t('delivery_details')}</legend>
      <TextInput
        {...field('deliveryPerson')}
        error={said('deliveryPerson', 'recipient_name_missing')}
        label={t('delivery_person')}
        dir="auto"
        maxLength={120}
        withAsterisk={needsName}
      />
      <TextInput
        {...field('deliveryPersonPhone')}
        error={said('deliveryPersonPhone', 'recipient_phone_wrong')}
        label={t('delivery_phone')}
        type="tel"
        inputMode="tel"
        dir="ltr"
        maxLength={40}
        withAsterisk
      />
      <Textarea {...field('pickUpInstructions')} label={t('pickup_instructions')} dir="auto" rows={2} maxLength={500} />
      <Textarea
        {...field('deliveryInstructions')}
        label={t('delivery_instructions')}
        dir="auto"
        rows={2}
        maxLength={500}
      />
    </fieldset>
  )
}
