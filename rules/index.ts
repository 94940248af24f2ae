// Generated from the files of this folder by `npm run generate`.
import type { Rule } from '../server/core/engine/rule.ts';
import alertBlindSpot from './alert-blind-spot.ts';
import alertOnGoodNews from './alert-on-good-news.ts';
import alertWithoutChange from './alert-without-change.ts';
import alphabetOfOtherLanguage from './alphabet-of-other-language.ts';
import analysisEventNotSent from './analysis-event-not-sent.ts';
import analysisNameOfPreset from './analysis-name-of-preset.ts';
import badKey from './bad-key.ts';
import constantAlertCondition from './constant-alert-condition.ts';
import credentialInPlainText from './credential-in-plain-text.ts';
import customSttWithoutConfig from './custom-stt-without-config.ts';
import deprecatedField from './deprecated-field.ts';
import deprecatedFieldDisagrees from './deprecated-field-disagrees.ts';
import deprecatedValue from './deprecated-value.ts';
import duplicateKey from './duplicate-key.ts';
import emptyChoices from './empty-choices.ts';
import emptyInstruction from './empty-instruction.ts';
import emptyPrompt from './empty-prompt.ts';
import endlessLoop from './endless-loop.ts';
import endpointingBelowMinimum from './endpointing-below-minimum.ts';
import expectedField from './expected-field.ts';
import expiredSuppression from './expired-suppression.ts';
import fallbackVoiceRepeated from './fallback-voice-repeated.ts';
import fallbackVoiceSameProvider from './fallback-voice-same-provider.ts';
import filterOfOtherMetric from './filter-of-other-metric.ts';
import firstWordsNotSet from './first-words-not-set.ts';
import fractionForPercent from './fraction-for-percent.ts';
import hollowEquation from './hollow-equation.ts';
import ignoredSetting from './ignored-setting.ts';
import internalError from './internal-error.ts';
import invalidJson from './invalid-json.ts';
import invertedRange from './inverted-range.ts';
import lostPrecision from './lost-precision.ts';
import malformedEmail from './malformed-email.ts';
import malformedEventTypeId from './malformed-event-type-id.ts';
import malformedPhoneNumber from './malformed-phone-number.ts';
import malformedPhoneme from './malformed-phoneme.ts';
import malformedToolName from './malformed-tool-name.ts';
import malformedUrl from './malformed-url.ts';
import malformedValue from './malformed-value.ts';
import malformedVariable from './malformed-variable.ts';
import metricOfOtherChannel from './metric-of-other-channel.ts';
import misplacedEngineField from './misplaced-engine-field.ts';
import missingField from './missing-field.ts';
import missingStartNode from './missing-start-node.ts';
import misspelledVariable from './misspelled-variable.ts';
import multiInLanguageList from './multi-in-language-list.ts';
import otherChannelSetting from './other-channel-setting.ts';
import outOfRange from './out-of-range.ts';
import overrideOfOtherEngine from './override-of-other-engine.ts';
import presetOfOtherChannel from './preset-of-other-channel.ts';
import relativeToZero from './relative-to-zero.ts';
import reminderAfterSilenceLimit from './reminder-after-silence-limit.ts';
import repeatedAnalysisName from './repeated-analysis-name.ts';
import repeatedId from './repeated-id.ts';
import repeatedItem from './repeated-item.ts';
import repeatedLocale from './repeated-locale.ts';
import repeatedRecipient from './repeated-recipient.ts';
import repeatedTarget from './repeated-target.ts';
import repeatedToolName from './repeated-tool-name.ts';
import retiredVoiceModel from './retired-voice-model.ts';
import silenceLongerThanCall from './silence-longer-than-call.ts';
import strayWhitespace from './stray-whitespace.ts';
import suspiciousUnit from './suspicious-unit.ts';
import tooManyItems from './too-many-items.ts';
import unencryptedUrl from './unencrypted-url.ts';
import unknownAnalysisField from './unknown-analysis-field.ts';
import unknownComponent from './unknown-component.ts';
import unknownField from './unknown-field.ts';
import unknownFilterTag from './unknown-filter-tag.ts';
import unknownLocale from './unknown-locale.ts';
import unknownMcpServer from './unknown-mcp-server.ts';
import unknownMockedTool from './unknown-mocked-tool.ts';
import unknownNode from './unknown-node.ts';
import unknownState from './unknown-state.ts';
import unknownTimezone from './unknown-timezone.ts';
import unknownTool from './unknown-tool.ts';
import unknownValue from './unknown-value.ts';
import unlistedValue from './unlisted-value.ts';
import unnotifiedAlert from './unnotified-alert.ts';
import unreachableNode from './unreachable-node.ts';
import unreachableUrl from './unreachable-url.ts';
import unreadableFile from './unreadable-file.ts';
import unresolvedAgentVersion from './unresolved-agent-version.ts';
import unsetVariable from './unset-variable.ts';
import unsupportedAlphabet from './unsupported-alphabet.ts';
import unsupportedOverride from './unsupported-override.ts';
import unsupportedVoiceSetting from './unsupported-voice-setting.ts';
import unusedSuppression from './unused-suppression.ts';
import unusualNumber from './unusual-number.ts';
import variableMissingUnderTag from './variable-missing-under-tag.ts';
import variableNotText from './variable-not-text.ts';
import vocabularyOfOtherLanguage from './vocabulary-of-other-language.ts';
import voiceModelOfOtherProvider from './voice-model-of-other-provider.ts';
import wrongLength from './wrong-length.ts';
import wrongType from './wrong-type.ts';

/** Every rule, by id. */
export const rules: readonly Rule[] = [
  alertBlindSpot,
  alertOnGoodNews,
  alertWithoutChange,
  alphabetOfOtherLanguage,
  analysisEventNotSent,
  analysisNameOfPreset,
  badKey,
  constantAlertCondition,
  credentialInPlainText,
  customSttWithoutConfig,
  deprecatedField,
  deprecatedFieldDisagrees,
  deprecatedValue,
  duplicateKey,
  emptyChoices,
  emptyInstruction,
  emptyPrompt,
  endlessLoop,
  endpointingBelowMinimum,
  expectedField,
  expiredSuppression,
  fallbackVoiceRepeated,
  fallbackVoiceSameProvider,
  filterOfOtherMetric,
  firstWordsNotSet,
  fractionForPercent,
  hollowEquation,
  ignoredSetting,
  internalError,
  invalidJson,
  invertedRange,
  lostPrecision,
  malformedEmail,
  malformedEventTypeId,
  malformedPhoneNumber,
  malformedPhoneme,
  malformedToolName,
  malformedUrl,
  malformedValue,
  malformedVariable,
  metricOfOtherChannel,
  misplacedEngineField,
  missingField,
  missingStartNode,
  misspelledVariable,
  multiInLanguageList,
  otherChannelSetting,
  outOfRange,
  overrideOfOtherEngine,
  presetOfOtherChannel,
  relativeToZero,
  reminderAfterSilenceLimit,
  repeatedAnalysisName,
  repeatedId,
  repeatedItem,
  repeatedLocale,
  repeatedRecipient,
  repeatedTarget,
  repeatedToolName,
  retiredVoiceModel,
  silenceLongerThanCall,
  strayWhitespace,
  suspiciousUnit,
  tooManyItems,
  unencryptedUrl,
  unknownAnalysisField,
  unknownComponent,
  unknownField,
  unknownFilterTag,
  unknownLocale,
  unknownMcpServer,
  unknownMockedTool,
  unknownNode,
  unknownState,
  unknownTimezone,
  unknownTool,
  unknownValue,
  unlistedValue,
  unnotifiedAlert,
  unreachableNode,
  unreachableUrl,
  unreadableFile,
  unresolvedAgentVersion,
  unsetVariable,
  unsupportedAlphabet,
  unsupportedOverride,
  unsupportedVoiceSetting,
  unusedSuppression,
  unusualNumber,
  variableMissingUnderTag,
  variableNotText,
  vocabularyOfOtherLanguage,
  voiceModelOfOtherProvider,
  wrongLength,
  wrongType,
];
