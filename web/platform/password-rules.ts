import type { PasswordPolicy } from '@remis/domain/accounts/registration-checks'

/** The text that says the rule before a password is typed [accounts-40], [accounts-41]. */
export const passwordRules = {
  alphanumeric: 'password_rule',
  any: 'password_rule_any',
  complex: 'password_rule_complex',
} as const satisfies Record<PasswordPolicy, string>
