/** What is kept as a security event [design/access-77]. Each kind has the text `security_<kind>`. */
export const securityEventKinds = [
  'sign-in',
  'sign-in-failed',
  'second-step-failed',
  'new-device',
  'sign-out',
  'password-confirmed',
  'password-refused',
  'refused',
  'too-many-requests',
  'set-up',
] as const
export type SecurityEventKind = (typeof securityEventKinds)[number]
