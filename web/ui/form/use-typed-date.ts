import { useState, type ChangeEvent } from 'react'

/**
 * A typed date; null while its year is not typed whole ("0002"), empty where the field was emptied [design/web-135].
 */
export const dateIn = (typed: string): string | null => (typed === '' || /^[1-9]\d{3}-/.test(typed) ? typed : null)

/**
 * For a date field whose value is held elsewhere. What is typed stays in the field while it has the focus: browsers
 * report each digit of a year as a date.
 */
export const useTypedDate = (held: string, onDate: (date: string | null) => void) => {
  const [typed, setTyped] = useState<string | null>(null)
  return {
    value: typed ?? held,
    onChange: ({ currentTarget: field }: ChangeEvent<HTMLInputElement>) => {
      setTyped(document.activeElement === field ? field.value : null)
      onDate(dateIn(field.value))
    },
    onBlur: () => setTyped(null),
  }
}
