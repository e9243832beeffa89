/** The first word of a full name, which the other side of a trip sees; '' for an empty name. */
export const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? ''
