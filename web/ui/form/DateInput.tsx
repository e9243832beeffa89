import { TextInput, type TextInputProps } from '@mantine/core'
import { useTypedDate } from './use-typed-date.ts'

interface Props extends Omit<TextInputProps, 'type' | 'value' | 'onChange' | 'onBlur'> {
  /** YYYY-MM-DD, or empty */
  readonly value: string
  /** with whole dates, and with an empty text where the field was emptied */
  readonly onDate: (date: string) => void
}

/** A day that counts at once, without a button: of a filter or a report. */
export const DateInput = ({ value, onDate, ...props }: Props) => {
  const field = useTypedDate(value, (date) => date !== null && onDate(date))
  return <TextInput {...props} type="date" {...field} />
}
