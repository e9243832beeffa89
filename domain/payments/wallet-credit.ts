export const creditFaults = ['disputed', 'no-wallet'] as const
export type CreditFault = (typeof creditFaults)[number]

/**
 * Why the money of a payment may not go to the payer's wallet instead of the card [design/payments-111]; null: it may.
 * `isDisputed`: the payer's bank took the money back or asks for it, and may give it to the payer.
 */
export const checkWalletCredit = ({
  isDisputed,
  hasWallet,
}: {
  readonly isDisputed: boolean
  readonly hasWallet: boolean
}): CreditFault | null => (isDisputed ? 'disputed' : hasWallet ? null : 'no-wallet')
