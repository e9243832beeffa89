/** An email or mobile in a picker: 'Hidden' in demo mode [people-16]. */
export const pickerContact = (contact: string | null, demo: boolean): string | null =>
  contact !== null && demo ? 'Hidden' : contact
