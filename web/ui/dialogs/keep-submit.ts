import type { FormEvent } from 'react'

/**
 * Keeps the submit of a form in a dialog from the form that opened it: React passes the event on, and the booking form
 * would ask for a price again.
 */
export const keepSubmit = (event: FormEvent): void => {
  event.preventDefault()
  event.stopPropagation()
}
