/** spec 1 §5 "Demo mode", spec 2 §5: in driver pickers and the wallet's user picker emails and mobiles show as 'Hidden'. */
export const pickerContact = (contact: string | null, demo: boolean): string | null =>
  contact !== null && demo ? 'Hidden' : contact
