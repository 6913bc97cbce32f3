import * as z from 'zod';
import { unsupported } from '../templates/unsupported.ts';

/** A header that a policy adds to answers. */
export interface PolicyHeader {
  /** In lower case. */
  readonly name: string;
  readonly value: string;
  /** Also in the place of one that the origin sends. */
  readonly override: boolean;
}

const Override = z.boolean();
const notKnown = unsupported('this header is not known here');

/** Of `AWS::CloudFront::ResponseHeadersPolicy`. */
export const headersPolicySchema = z.object({
  ResponseHeadersPolicyConfig: z.object({
    CorsConfig: notKnown,
    RemoveHeadersConfig: notKnown,
    ServerTimingHeadersConfig: notKnown,
    CustomHeadersConfig: z
      .object({ Items: z.array(z.object({ Header: z.string(), Value: z.string(), Override })) })
      .default({ Items: [] }),
    SecurityHeadersConfig: z
      .object({
        ContentSecurityPolicy: z.object({ ContentSecurityPolicy: z.string(), Override }).optional(),
        ContentTypeOptions: z.object({ Override }).optional(),
        FrameOptions: z.object({ FrameOption: z.string(), Override }).optional(),
        ReferrerPolicy: z.object({ ReferrerPolicy: z.string(), Override }).optional(),
        StrictTransportSecurity: z
          .object({
            AccessControlMaxAgeSec: z.number(),
            IncludeSubdomains: z.boolean().default(false),
            Preload: z.boolean().default(false),
            Override,
          })
          .optional(),
        XSSProtection: notKnown,
      })
      .default({}),
  }),
});

export function headersOf({
  ResponseHeadersPolicyConfig: { CustomHeadersConfig, SecurityHeadersConfig: security },
}: z.infer<typeof headersPolicySchema>): PolicyHeader[] {
  const { ContentSecurityPolicy, ContentTypeOptions, FrameOptions, ReferrerPolicy } = security;
  const { StrictTransportSecurity: strict } = security;
  const given = (name: string, value: string | undefined, one: { Override: boolean } | undefined) =>
    value === undefined || one === undefined ? [] : [{ name, value, override: one.Override }];
  return [
    ...CustomHeadersConfig.Items.flatMap((one) => given(one.Header.toLowerCase(), one.Value, one)),
    ...given('content-security-policy', ContentSecurityPolicy?.ContentSecurityPolicy, ContentSecurityPolicy),
    ...given('x-content-type-options', 'nosniff', ContentTypeOptions),
    ...given('x-frame-options', FrameOptions?.FrameOption, FrameOptions),
    ...given('referrer-policy', ReferrerPolicy?.ReferrerPolicy, ReferrerPolicy),
    // Browsers ignore it here, where nothing is encrypted.
    ...given(
      'strict-transport-security',
      [
        `max-age=${strict?.AccessControlMaxAgeSec}`,
        ...(strict?.IncludeSubdomains ? ['includeSubDomains'] : []),
        ...(strict?.Preload ? ['preload'] : []),
      ].join('; '),
      strict,
    ),
  ];
}
