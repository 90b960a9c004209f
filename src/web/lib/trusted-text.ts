interface TrustedTypes {
  createPolicy(name: 'default', rules: { createHTML(text: string, type: string, sink: string): string | null }): void;
}

const { trustedTypes } = window as { trustedTypes?: TrustedTypes };

// The page's policy asks here before a text becomes markup or code. Styles that Mantine writes have no markup, and what a
// DOMParser reads is no part of the page; nothing else passes.
trustedTypes?.createPolicy('default', {
  createHTML: (text, _type, sink) => (!text.includes('<') || sink.startsWith('DOMParser') ? text : null),
});
