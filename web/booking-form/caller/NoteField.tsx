import { Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface Props {
  readonly value: string
  readonly onChange: (note: string) => void
}

/** What the driver should know at the pickup; sent as `pickUpInstructions` [booking-71]. */
export const NoteField = ({ value, onChange }: Props) => {
  const { t } = useTranslation()
  return (
    <Textarea
      size="md"
      label={t('caller_note')}
      placeholder={t('caller_note_prompt')}
      description={t('caller_note_hint')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      dir="auto"
      rows={2}
      maxLength={300}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
