/** `noAnswer`: why: the service could not be reached in time, or its reply was not one. */
export type LicenseAnswer = 'accepted' | 'refused' | { readonly noAnswer: unknown }

/** The service that checks the purchase code of an installation [settings-12]. */
export interface LicenseVerifier {
  verify(ask: { readonly reqType: 'auth' | 'settings'; readonly license: string }): Promise<LicenseAnswer>
}
